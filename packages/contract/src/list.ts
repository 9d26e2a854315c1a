// What a list can be asked for: filters, order, relations. Declared beside the operation, read by the host.
import type { z } from 'zod'
import type { Filter } from './filter.ts'
import type { Permission } from './permission.ts'

/** A relation that `expand` can bring: the object stands beside the key that names it. */
export interface Relation<T = any> {
  /** Where the id stands in an item; a dot goes into an object or through an array: `items.offer_id`. */
  readonly key: string
  /** What the caller must hold to see it. */
  readonly permission: Permission
  /** What stands there; the host cuts to it what the expander brings. */
  readonly returns: z.ZodType<T, any>
}

/** What a list gives and takes at most. */
export const listBounds = {
  /** Items of a page: unless told, and at most. */
  usualItems: 50,
  items: 1000,
  /** Bytes of an answer: a page ends before them, and `next_cursor` goes on. */
  bytes: 8_000_000,
  sorts: 5,
  fields: 100,
  /** Filters of a query, and values of each. */
  filters: 20,
  values: 200,
  /** Characters of `q`. */
  search: 200,
  warnings: 20,
  /** How long the database may look for it. */
  seconds: 3,
} as const

export interface ListSpec {
  /**
   * Besides those by the items' own states, links, times and switches, which every list has (`own-filters.ts`). By name;
   * `custom_fields.*` stands for every name after the dot.
   */
  readonly filters: Readonly<Record<string, Filter>>
  /** Fields that `sort` takes; `created_at` descending is the default where it is among them, else the first. */
  readonly sorts: readonly string[]
  /** Its items are made for this answer alone: no filters but those declared. */
  readonly bare?: true
  readonly defaultSort?: string
  /**
   * A filter by a whole number that rises with each new item. Filtered by it the list is a feed: sorted by it, rising,
   * unless told otherwise, and each page has a cursor, also the last one and an empty one, to ask again for what is new.
   */
  readonly feed?: string
  /** Whether `q` searches; a sentence where there is more to say of how. */
  readonly search?: boolean | string
  readonly expands?: Readonly<Record<string, Relation>>
}
