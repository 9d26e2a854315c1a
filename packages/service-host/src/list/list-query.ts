// A parsed list query.
import { listBounds } from '@lms/contract'

export interface SortKey {
  name: string
  descending: boolean
}

export interface FilterClause {
  name: string
  operator: '=' | 'in' | '>' | '>=' | '<' | '<='
  values: string[]
}

/** The sort keys of the last item as database texts, then its id. */
export type Position = string[]

export interface ListQuery {
  limit: number
  sort: SortKey[]
  filters: FilterClause[]
  search: string | null
  /** Continue after this position. */
  after: Position | null
  /** Where the list continues after a page without items, although it has not ended. */
  goesOn: Position | null
  /** For a feed: where it is before this page. */
  feedPosition: Position | null
  fields: string[] | null
  expand: string[]
  warnings: string[]
  /** Set if the list is known to be empty: an unusable cursor or filter. */
  nothing: boolean
}

/** The query of a list with these parameters only. */
export const emptyQuery = (overrides: Partial<ListQuery> = {}): ListQuery => ({
  limit: listBounds.usualItems,
  sort: [],
  filters: [],
  search: null,
  after: null,
  goesOn: null,
  feedPosition: null,
  fields: null,
  expand: [],
  warnings: [],
  nothing: false,
  ...overrides,
})
