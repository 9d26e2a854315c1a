// `fields`: only what was asked for, written as JSON, with related objects in their places.

type Item = Record<string, unknown>
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** What is asked for of an object: `whole`, or a field of it with what is asked for of that. */
export type Fields = 'whole' | { readonly [name: string]: Fields }

/** `id,items.amount` as a tree; everything where nothing is named. */
export function fieldsOf(names: readonly string[] | null): Fields {
  if (names === null) return 'whole'
  const tree: Record<string, Fields> = Object.create(null)
  const inner = Map.groupBy(names, name => name.split('.')[0]!)
  for (const [root, all] of inner)
    tree[root] = fieldsOf(all.includes(root) ? null : all.map(name => name.slice(root.length + 1)))
  return tree
}

/** What the fields ask for of a value; what is no object has no fields and comes as it is. */
export function pick(value: unknown, fields: Fields): unknown {
  if (fields === 'whole' || !isItem(value)) return value
  if (Array.isArray(value)) return value.map(entry => pick(entry, fields))
  const picked: Item = {}
  for (const name in fields) if (Object.hasOwn(value, name)) picked[name] = pick(value[name], fields[name]!)
  return picked
}

/** Where related objects stand in an item. */
export interface Places {
  /** Beside which key, under which name, and the text of each by the key. */
  readonly here: readonly {
    readonly name: string
    readonly key: string
    readonly texts: ReadonlyMap<string, string>
  }[]
  readonly inner: ReadonlyMap<string, Places>
}

/** The value as JSON. The text of a related object is made once and stands wherever its id does. */
export function write(value: unknown, fields: Fields, places: Places | null): string {
  if (places === null || !isItem(value)) return JSON.stringify(pick(value, fields))
  if (Array.isArray(value)) return `[${value.map(entry => write(entry, fields, places)).join(',')}]`
  const asked = (name: string): Fields | undefined => (fields === 'whole' ? fields : fields[name])
  const parts: string[] = []
  for (const name in value) {
    const inside = asked(name)
    if (inside === undefined || value[name] === undefined) continue
    parts.push(`${JSON.stringify(name)}:${write(value[name], inside, places.inner.get(name) ?? null)}`)
  }
  for (const { name, key, texts } of places.here)
    if (asked(name) !== undefined) parts.push(`"${name}":${texts.get(String(value[key])) ?? 'null'}`)
  return `{${parts.join(',')}}`
}
