// What a list is asked for, once its query is read.
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

/** The sort keys' database texts of the last item, then its id. */
export type Position = string[]

export interface ListQuery {
  limit: number
  sort: SortKey[]
  filters: FilterClause[]
  search: string | null
  /** Continue after this position. */
  after: Position | null
  /** Of a feed: where it goes on from an empty page. */
  goesOn: Position | null
  fields: string[] | null
  expand: string[]
  warnings: string[]
  /** Set where the list is known to be empty: an unusable cursor or filter. */
  nothing: boolean
}

/** What a list is asked for where its query says nothing but this. */
export const emptyQuery = (given: Partial<ListQuery> = {}): ListQuery => ({
  limit: listBounds.usualItems,
  sort: [],
  filters: [],
  search: null,
  after: null,
  goesOn: null,
  fields: null,
  expand: [],
  warnings: [],
  nothing: false,
  ...given,
})
