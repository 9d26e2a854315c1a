// `expand` and `fields`: related objects beside their ids, and only the fields asked for.
import { type Caller, holds, type ListSpec } from '@lms/contract'
import type { Runtime } from '../run/runtime.ts'
import type { Expander } from '../service.ts'

type Item = Record<string, unknown>

/** Every holder of the relation's key: the item itself, or what stands in an object or array on the way. */
function holdersOf(items: readonly Item[], path: readonly string[]): Item[] {
  return path.reduce<Item[]>(
    (holders, name) =>
      holders.flatMap(holder => {
        const value = holder[name]
        return Array.isArray(value) ? value.filter(isItem) : isItem(value) ? [value] : []
      }),
    [...items],
  )
}
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

interface ExpandContext<Stores> {
  caller: Caller
  stores: Stores
  runtime: Runtime
  requestId: string
  warnings: string[]
}

/** Puts related objects into the items, one batch per relation; what the caller may not read stays out. */
export async function expandItems<Stores>(
  items: Item[],
  names: readonly string[],
  spec: ListSpec,
  expanders: Readonly<Record<string, Expander<Stores>>>,
  { caller, stores, runtime, requestId, warnings }: ExpandContext<Stores>,
): Promise<void> {
  for (const name of names) {
    const relation = spec.expands![name]!
    const path = relation.key.split('.')
    const key = path.pop()!
    const place = name.split('.').at(-1)!
    if (!holds(caller.rights, relation.permission)) {
      warnings.push(`expand=${name} needs ${relation.permission}; it is left out`)
      continue
    }
    const holders = holdersOf(items, path)
    const ids = [
      ...new Set(holders.map(holder => holder[key]).filter(id => typeof id === 'string')),
    ] as string[]
    if (ids.length === 0) continue
    const found = await expanders[name]!(ids, stores, { caller, runtime, requestId })
    for (const holder of holders) holder[place] = found.get(String(holder[key])) ?? null
  }
}

/** The item with the named fields only; `items.offer_id` goes into objects and arrays. */
export function pickFields(item: Item, fields: readonly string[]): Item {
  const picked: Item = {}
  const inner = new Map<string, string[]>()
  for (const field of fields) {
    const [root, ...rest] = field.split('.') as [string, ...string[]]
    if (!(root in item)) continue
    if (rest.length === 0) picked[root] = item[root]
    else inner.set(root, [...(inner.get(root) ?? []), rest.join('.')])
  }
  for (const [root, names] of inner) {
    if (root in picked) continue
    const value = item[root]
    if (Array.isArray(value))
      picked[root] = value.map(entry => (isItem(entry) ? pickFields(entry, names) : entry))
    else picked[root] = isItem(value) ? pickFields(value, names) : value
  }
  return picked
}
