// The HTML of a content is what stands in the body of a mail; that of MJML is a whole document.
import { directionOf } from '@lms/contract/language'

const end = '</body></html>'

export const isDocument = (html: string): boolean => html.endsWith(end)

/** The HTML with something more at its end, which in a document is that of its body. */
export const withEnd = (html: string, more: string): string =>
  isDocument(html) ? `${html.slice(0, -end.length)}${more}${end}` : `${html}${more}`

/** A document that says in which language it is. */
export const documentIn = (html: string, locale: string): string =>
  html.replaceAll('lang="und" dir="auto"', `lang="${locale}" dir="${directionOf(locale)}"`)
