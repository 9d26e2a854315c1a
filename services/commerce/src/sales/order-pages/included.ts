// What an order gives, as the pages of an offer and of an order name it.
import { z } from 'zod'
import { maxContents, type OrderItem } from '../../objects/order.object.ts'

export const Included = z
  .array(z.object({ name: z.string(), term_days: z.int().nullable() }))
  .max(maxContents)
  .describe('What the order gives: courses, groups, webinars, and others by their names.')
export type Included = z.infer<typeof Included>

/** What items give, each once. */
export const includedIn = (items: readonly Pick<OrderItem, 'contents'>[]): Included => [
  ...new Map(
    items
      .flatMap(({ contents }) => contents)
      .map(({ name, term_days }) => [`${name} ${term_days}`, { name, term_days }]),
  ).values(),
]
