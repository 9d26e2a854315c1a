import type { ListQuery } from '../http/list-query.ts'
import { noRows, type RowPage } from './read-page.ts'

/**
 * A page of items that are at hand already, in the order of their ids: what a list without sorts and filters gives.
 * The page after one whose last item has gone begins where that item was.
 */
export function pageOfItems<Item extends { id: string }>(
  items: readonly Item[],
  { limit, after, nothing }: Pick<ListQuery, 'limit' | 'after' | 'nothing'>,
): RowPage<Item> {
  if (nothing) return noRows
  const rest = items
    .filter(({ id }) => after === null || id > after[0]!)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const rows = rest.slice(0, limit)
  return { rows, more: rest.length > limit, position: index => [rows[index]!.id] }
}
