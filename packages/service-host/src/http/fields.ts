// `fields`: only the requested fields, written as JSON, with related objects in their places.

type Item = Record<string, unknown>
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** The requested part of an object: `whole`, or a field with the requested part of its value. */
export type Fields = 'whole' | { readonly [name: string]: Fields }

type Tree = { [name: string]: Fields }

/** `id,items.amount` as a tree; everything if no field is named. */
export function fieldsOf(names: readonly string[] | null): Fields {
  if (names === null) return 'whole'
  const tree: Tree = Object.create(null)
  for (const name of names) add(tree, name.split('.'))
  return tree
}

/** Adds a path to the tree. A loop: a path can have more names than a stack has room. */
function add(tree: Tree, path: readonly string[]): void {
  let at = tree
  for (const [index, name] of path.entries()) {
    if (at[name] === 'whole') return
    if (index === path.length - 1) at[name] = 'whole'
    else {
      at[name] ??= Object.create(null) as Tree
      at = at[name] as Tree
    }
  }
}

/** The requested part of a value; a value that is no object is returned as it is. */
export function pick(value: unknown, fields: Fields): unknown {
  if (fields === 'whole' || !isItem(value)) return value
  if (Array.isArray(value)) return value.map(entry => pick(entry, fields))
  const picked: Item = {}
  for (const name in fields) if (Object.hasOwn(value, name)) picked[name] = pick(value[name], fields[name]!)
  return picked
}

/** A part of a text: characters, or its bytes. */
export type Part = string | Buffer

/** Where related objects appear in an item. */
export interface Insertions {
  /** The key, the name beside it, and the texts of related objects by key. */
  readonly here: readonly {
    readonly name: string
    readonly key: string
    readonly texts: ReadonlyMap<string, Part>
  }[]
  readonly inner: ReadonlyMap<string, Insertions>
}

/**
 * The value as JSON, in consecutive parts. The text of a related object is made once and used at each place with its
 * id; a large one as bytes, which no answer copies.
 */
export function write(value: unknown, fields: Fields, insertions: Insertions | null): Part[] {
  const parts: Part[] = []
  let text = ''
  const put = (part: Part) => {
    if (typeof part === 'string') {
      text += part
      return
    }
    parts.push(text, part)
    text = ''
  }
  putValue(value, fields, insertions, put)
  parts.push(text)
  return parts
}

type Put = (part: Part) => void

function putValue(value: unknown, fields: Fields, insertions: Insertions | null, put: Put): void {
  if (insertions === null || !isItem(value)) put(JSON.stringify(pick(value, fields)))
  else if (Array.isArray(value)) putArray(value, fields, insertions, put)
  else putObject(value, fields, insertions, put)
}

function putArray(values: readonly unknown[], fields: Fields, insertions: Insertions, put: Put): void {
  put('[')
  for (const [index, value] of values.entries()) {
    if (index > 0) put(',')
    putValue(value, fields, insertions, put)
  }
  put(']')
}

function putObject(value: Item, fields: Fields, { here, inner }: Insertions, put: Put): void {
  const selectionOf = (name: string): Fields | undefined => (fields === 'whole' ? fields : fields[name])
  let before = '{'
  const putName = (name: string) => {
    put(`${before}${JSON.stringify(name)}:`)
    before = ','
  }
  for (const name in value) {
    const inside = selectionOf(name)
    if (inside === undefined || value[name] === undefined) continue
    putName(name)
    putValue(value[name], inside, inner.get(name) ?? null, put)
  }
  for (const { name, key, texts } of here) {
    if (selectionOf(name) === undefined) continue
    putName(name)
    put(texts.get(String(value[key])) ?? 'null')
  }
  put(before === '{' ? '{}' : '}')
}
