import { readTime } from '@lms/contract'
import type { FilterClause, ListQuery } from '../list/list-query.ts'
import { noRows, type RowPage } from './read-page.ts'

/**
 * A page of items in memory, in the order of their ids, for lists without sorts. If the last item of a page has since
 * been deleted, the next page begins at its place.
 */
export function pageOfItems<Item extends { id: string }>(
  items: readonly Item[],
  { limit, after, nothing, filters }: Pick<ListQuery, 'limit' | 'after' | 'nothing' | 'filters'>,
): RowPage<Item> {
  if (nothing) return noRows
  const rest = items
    .filter(item => filters.every(clause => matches(item, clause)))
    .filter(({ id }) => after === null || id > after[0]!)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const rows = rest.slice(0, limit)
  return { rows, more: rest.length > limit, position: index => [rows[index]!.id] }
}

function matches(item: object, { name, operator, values }: FilterClause): boolean {
  const value = (item as Record<string, unknown>)[name]
  if (value === null || value === undefined) return false
  const order = (operand: string) => compare(value, operand)
  if (operator === '=' || operator === 'in') return values.some(operand => order(operand) === 0)
  const at = order(values[0]!)
  if (operator === '>') return at > 0
  if (operator === '>=') return at >= 0
  return operator === '<' ? at < 0 : at <= 0
}

/** Negative if the item's value is before the given one. Times have any offset, numbers are texts. */
function compare(value: unknown, operand: string): number {
  if (typeof value === 'number') return value - Number(operand)
  const [one, other] = [String(value), readTime(operand) ?? operand]
  return one === other ? 0 : one < other ? -1 : 1
}
