// Parts of the pages at a school's address: the layout has the styles of their classes.
import type { PageFragment } from '@lms/contract'
import { type Html, html } from './html.ts'

type Loaded = Partial<Pick<PageFragment, 'images' | 'media' | 'frames' | 'script' | 'refresh' | 'language'>>
const nothing = { images: [], media: null, frames: [], script: null, refresh: null }

/** A page for the layout of the school; `title` is also the heading, and `data` is what the page says. */
export const fragmentOf = <T>(
  title: string,
  content: Html | readonly Html[],
  data: T,
  loaded: Loaded = {},
) => ({ title, content: html`${content}`.text, data, ...nothing, ...loaded, location: null })

/** No page: the visitor is led to an address. */
export const ledTo = <T>(location: string, data: T) => ({
  title: '',
  content: '',
  data,
  ...nothing,
  location,
})

/** A sentence that stands out; an alert is read at once by a screen reader. */
export const notice = (role: 'status' | 'alert', text: string): Html =>
  html`<p class="notice" role="${role}">${text}</p>\n`

/** A question with the one button that answers it, which sends the form to the page itself. */
export const question = (text: string, button: string): Html => html`<p>${text}</p>
<form method="post"><button type="submit">${button}</button></form>
`
