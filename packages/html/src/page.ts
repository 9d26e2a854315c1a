// Parts of the pages at a school's address: the layout has the styles of their classes.
import type { PageFragment } from '@lms/contract'
import { type Html, html } from './html.ts'

/** A page for the layout of the school; `title` is also the heading. */
export const fragmentOf = (
  title: string,
  content: Html | readonly Html[],
  { data = null }: Partial<Pick<PageFragment, 'data'>> = {},
): PageFragment => ({ title, content: html`${content}`.text, data })

/** A sentence that stands out; an alert is read at once by a screen reader. */
export const notice = (role: 'status' | 'alert', text: string): Html =>
  html`<p class="notice" role="${role}">${text}</p>\n`

/** A question with the one button that answers it, which sends the form to the page itself. */
export const question = (text: string, button: string): Html => html`<p>${text}</p>
<form method="post"><button type="submit">${button}</button></form>
`
