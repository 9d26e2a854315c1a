// Recorded answers in the size of an example.

/** Characters of JSON from which lists within an example are cut. */
const longAnswer = 6000

/** A page with two items, those that say most; an object with at most three items in each list, if it is long. */
export function shortened(answer: unknown): unknown {
  const isPage = (value: unknown): value is { data: unknown[] } =>
    typeof value === 'object' && value !== null && Array.isArray((value as { data?: unknown }).data)
  if (isPage(answer)) return { ...answer, data: fullest(answer.data).map(cutIfLong) }
  return cutIfLong(answer)
}

/** The two items that have most values, in the order of the page. */
function fullest(items: readonly unknown[]): unknown[] {
  const byFullness = [...items].sort((one, other) => valueCount(other) - valueCount(one))
  const chosen = new Set(byFullness.slice(0, 2))
  return items.filter(item => chosen.has(item))
}

/** How many fields of an item are neither empty nor null nor zero. */
function valueCount(item: unknown): number {
  if (Array.isArray(item)) return item.reduce((sum: number, one) => sum + valueCount(one), 0)
  if (typeof item === 'object' && item !== null) return valueCount(Object.values(item))
  return item ? 1 : 0
}

const cutIfLong = (value: unknown): unknown =>
  JSON.stringify(value ?? null).length > longAnswer ? cut(value) : value

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(cut)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]))
}
