// HTML that people write is stored as it will be shown: with a strict list of elements and attributes, and everything else
// removed, also what is not known to be harmful.
import sanitizeHtml, { type IOptions } from 'sanitize-html'

const inline = ['br', 'strong', 'em', 's', 'u', 'code', 'a']
const running = [...inline, 'p', 'ul', 'ol', 'li', 'blockquote']
const whole = [
  ...running,
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'pre', 'div', 'span', 'figure', 'figcaption', 'details', 'summary'],
  ...[
    'sub',
    'sup',
    'small',
    'mark',
    'abbr',
    'cite',
    'q',
    'kbd',
    'samp',
    'var',
    'del',
    'ins',
    'dl',
    'dt',
    'dd',
  ],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

const rules: IOptions = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: {},
  allowProtocolRelative: false,
  allowedClasses: {},
  allowedStyles: {},
  disallowedTagsMode: 'discard',
  // Their text is no text for readers.
  nonTextTags: [
    ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math'],
    ...['textarea', 'option', 'title', 'xmp', 'plaintext'],
  ],
  nestingLimit: 30,
  transformTags: { b: 'strong', i: 'em', strike: 's' },
}

const asText: IOptions = { ...rules, allowedTags: running, allowedAttributes: { a: ['href'], ol: ['start'] } }
const asHtml: IOptions = {
  ...rules,
  allowedTags: whole,
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title'],
    ol: ['start'],
    abbr: ['title'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
}

/** HTML of running text. */
export const textHtml = (html: string): string => settled(html, asText)

/** HTML with tables, headings and the like. */
export const blockHtml = (html: string): string => settled(html, asHtml)

const mostPasses = 5
/** Characters of a text that is passed once, and once more to see that it stays. */
const large = 10_000

/** What stays as it is, however often it is saved: elements that close each other need several passes. */
function settled(html: string, list: IOptions): string {
  let left = html
  for (let pass = 0; pass < (html.length > large ? 2 : mostPasses); pass++) {
    const next = sanitizeHtml(left, list)
    if (next === left) return left
    left = next
  }
  return sanitizeHtml(left, { ...list, allowedTags: [] })
}
