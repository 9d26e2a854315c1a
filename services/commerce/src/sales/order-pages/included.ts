// What an order gives, in the pages of an offer and of an order.
import { periodOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { z } from 'zod'
import { maxContents, type OrderItem } from '../../objects/order.object.ts'
import { orderPageWords } from './order-page.words.ts'

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

/** A list of what an order gives, and for how long; nothing where it names nothing. */
export function includedList(included: Included, language: string): Html | null {
  if (included.length === 0) return null
  const words = orderPageWords(language)
  const line = ({ name, term_days }: Included[number]) =>
    term_days === null ? name : `${name} (${periodOf({ unit: 'day', count: term_days }, language)})`
  return html`<h2>${words.included}</h2>
<ul>
${included.map(each => html`<li>${line(each)}</li>\n`)}</ul>
`
}
