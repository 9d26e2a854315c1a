// The query of a list: filters, sorts, relations. Declared beside the operation, read by the host.
import type { z } from 'zod'
import type { Filter } from './filter.ts'
import type { Permission } from './permission.ts'

/** A relation of `expand`: the object appears beside the key that contains its id. */
export interface Relation<T = any> {
  /** Where an item contains the id; a dot goes into an object or through an array: `items.offer_id`. */
  readonly key: string
  /** The permission that the relation needs. */
  readonly permission: Permission
  /** The schema of the object; the host cuts the result of the expander to it. */
  readonly returns: z.ZodType<T, any>
}

/** The maximum values of lists. */
export const listBounds = {
  /** Items of a page: the default, and the maximum. */
  usualItems: 50,
  items: 1000,
  /** Bytes of an answer: a page ends before them, and `next_cursor` continues. */
  bytes: 8_000_000,
  sorts: 5,
  fields: 100,
  /** Names in a path of `fields`: `items.offer.name` has three. */
  levels: 10,
  expands: 20,
  /** Filters of a query, and values of each filter. */
  filters: 20,
  values: 200,
  /** Characters of `q`. */
  search: 200,
  warnings: 20,
  /** Maximum time of the database query. */
  seconds: 3,
} as const

export interface ListSpec {
  /**
   * Filters by name, besides those by states, links, times and booleans of the items, which every list has
   * (`own-filters.ts`). `custom_fields.*` stands for every name after the dot.
   */
  readonly filters: Readonly<Record<string, Filter>>
  /** Fields of `sort`. The default is `created_at` descending if it is among them, else the first. */
  readonly sorts: readonly string[]
  /** The items are computed for this answer only, so the list has only the declared filters. */
  readonly bare?: true
  readonly defaultSort?: string
  /**
   * A filter by a whole number that rises with each new item. With this filter the list is a feed: sorted by the
   * number, ascending by default, and each page has besides `next_cursor` a `feed_cursor`: where newer items will follow,
   * also on the last page and on an empty one.
   */
  readonly feed?: string
  /** Whether `q` searches; or a sentence that explains the search. */
  readonly search?: boolean | string
  readonly expands?: Readonly<Record<string, Relation>>
}
