// Objects of a list put together by a field, the most first: buyers by their orders, courses by their students.
import { moneyOf } from '@lms/contract/language'
import type { Catalog } from '../catalog.ts'
import { nameOf } from '../objects.ts'
import { clean } from '../text.ts'
import type { Looking } from './lookup.ts'
import type { Language } from './words/intents.ts'
import type { Rank } from './words/ranks.ts'

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
}
type Row = readonly [name: string, value: string]
/** Names that are looked up for one answer. */
const maxNamed = 8

/**
 * The first `most` by their number or amount, with their names; null where amounts of several currencies would have to be
 * compared. Who is given no name is shown by their id.
 */
export async function rankedBy(
  objects: readonly Record<string, any>[],
  { by, amounts }: Rank,
  most: number,
  { tools, looking, language }: Context,
): Promise<Row[] | null> {
  const sums = new Map<string, number>()
  const currencies = new Set<string>()
  for (const object of objects)
    for (const { key, amount } of partsOf(object, by)) {
      if (typeof key !== 'string') continue
      sums.set(key, (sums.get(key) ?? 0) + (amounts ? amount : 1))
      currencies.add(String(object.currency))
    }
  const [currency = '', ...others] = currencies
  if (amounts && others.length) return null
  const first = [...sums].sort(([, one], [, other]) => other - one).slice(0, most)
  const rows: Row[] = []
  for (const [index, [key, sum]] of first.entries()) {
    const tool = index < maxNamed ? tools.readerOf(key) : null
    const object = tool && (await looking.get(tool, {}, tool.operation.path.replace('{id}', key)))
    const name = object ? nameOf(object, key) : key
    rows.push([clean(name), amounts ? moneyOf(sum, currency, language) : String(sum)])
  }
  return rows
}

/** The values of a field of an object with its amount, or of each of its items with theirs. */
function partsOf(object: Record<string, any>, by: string): { key: unknown; amount: number }[] {
  const [list, field] = by.split('[].')
  if (field) return (object[list!] ?? []).map((item: any) => ({ key: item[field], amount: item.amount ?? 0 }))
  const key = by.split('.').reduce<any>((inner, name) => inner?.[name], object)
  return [{ key, amount: object.amount ?? 0 }]
}
