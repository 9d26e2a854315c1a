// The HTML of a content is what stands in the body of a mail; that of MJML is a whole document.
import { directionOf } from '@lms/contract/language'
import { html as markup } from '@lms/html'

const end = '</body></html>'

export const isDocument = (html: string): boolean => html.endsWith(end)

/** The HTML with something more at its end, which in a document is that of its body. */
export const withEnd = (html: string, more: string): string =>
  isDocument(html) ? `${html.slice(0, -end.length)}${more}${end}` : `${html}${more}`

/** The HTML with something more at its beginning, which in a document is that of its body. */
export const withBeginning = (html: string, more: string): string =>
  isDocument(html) ? html.replace(/<body[^>]*>/, body => `${body}${more}`) : `${more}${html}`

/** A document that says in which language it is, and what it is about. */
export const documentIn = (html: string, { locale, title }: { locale: string; title: string }): string =>
  html
    .replaceAll('lang="und" dir="auto"', `lang="${locale}" dir="${directionOf(locale)}"`)
    .replace('<title></title>', () => markup`<title>${title}</title>`.text)
