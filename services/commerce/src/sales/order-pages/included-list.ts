// The list of what an order gives, in the pages of an offer and of an order.
import { periodOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import type { Included } from './included.ts'
import { orderPageWords } from './order-page.words.ts'

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
