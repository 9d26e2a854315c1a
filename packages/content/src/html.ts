// HTML that people write is stored as it will be shown: with a strict list of elements and attributes, and everything else
// removed, also what is not known to be harmful.
import sanitizeHtml, { type IOptions } from 'sanitize-html'

const inline = ['br', 'strong', 'em', 's', 'u', 'code', 'a']
const running = [...inline, 'p', 'ul', 'ol', 'li', 'blockquote']
const allTags = [
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
/** The strict list of a whole text. */
export const asHtml: IOptions = {
  ...rules,
  allowedTags: allTags,
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title'],
    ol: ['start'],
    abbr: ['title'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
}

/** MathML Core: what formulas are drawn with, without links, styles and events. */
const mathTags = [
  ...[
    'math',
    'mrow',
    'mi',
    'mn',
    'mo',
    'ms',
    'mtext',
    'mspace',
    'mfrac',
    'msqrt',
    'mroot',
    'mstyle',
    'merror',
  ],
  ...['mpadded', 'mphantom', 'mprescripts', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover'],
  ...['mmultiscripts', 'mtable', 'mtr', 'mtd', 'none'],
]
const mathAttributes = {
  math: ['display', 'alttext'],
  mi: ['mathvariant'],
  mo: ['stretchy', 'fence', 'separator', 'form', 'largeop', 'movablelimits', 'lspace', 'rspace'],
  mspace: ['width', 'height'],
  mfrac: ['linethickness'],
  munder: ['accentunder'],
  mover: ['accent'],
  munderover: ['accent', 'accentunder'],
  mtd: ['columnspan', 'rowspan'],
  mstyle: ['displaystyle', 'scriptlevel'],
}
/** What formulas say in another notation is no text. */
const withMath = [
  ...(rules.nonTextTags ?? []).filter(name => name !== 'math'),
  'annotation',
  'annotation-xml',
]
/** The list of a block of a lesson or a page: a whole text with formulas. The title above it is the only first heading. */
const asBlock: IOptions = {
  ...asHtml,
  nonTextTags: withMath,
  transformTags: { ...rules.transformTags, h1: 'h2' },
  allowedTags: [...allTags, ...mathTags],
  allowedAttributes: { ...(asHtml.allowedAttributes as Record<string, string[]>), ...mathAttributes },
}
/** The list of a question and its options: running text with formulas. */
const asQuestion: IOptions = {
  ...rules,
  nonTextTags: withMath,
  allowedTags: [...running, ...mathTags, 'sub', 'sup', 'pre', 'span', 'var', 'kbd', 'samp', 'mark'],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href'],
    ol: ['start'],
    ...mathAttributes,
  },
}
const lists = { text: asText, block: asBlock, question: asQuestion }

/** HTML of running text, with tables, headings and the like, or of a question with formulas. */
export type HtmlKind = keyof typeof lists

export interface HtmlPart {
  html: string
  kind: HtmlKind
}

export interface Cleaned {
  /** What remains. */
  html: string
  /** Names of removed elements and attributes, each once: `<script>`, `onclick`. */
  removed: string[]
}

const maxRemoved = 20

/** What remains of the HTML, and what was removed from it: at most 20 names, of at most 30 characters each. */
export function cleaned({ html, kind }: HtmlPart): Cleaned {
  const removed = new Set<string>()
  const list = lists[kind]
  const keeps = (name: string) =>
    (list.allowedTags as string[]).includes((rules.transformTags?.[name] as string | undefined) ?? name)
  const onOpenTag: IOptions['onOpenTag'] = (name, attributes) => {
    if (!keeps(name)) removed.add(`<${name.slice(0, 30)}>`)
    else
      for (const one of Object.keys(attributes)) if (!allows(list, name, one)) removed.add(one.slice(0, 30))
  }
  // Later passes see what the first one wrote.
  const cleanedHtml = settle(html, pass => (pass === 0 ? { ...list, onOpenTag } : list))
  return { html: cleanedHtml, removed: [...removed].slice(0, maxRemoved) }
}

function allows({ allowedAttributes }: IOptions, name: string, attribute: string): boolean {
  const lists = allowedAttributes as Record<string, string[]>
  return [...(lists[name] ?? []), ...(lists['*'] ?? [])].includes(attribute)
}

const maxPasses = 5
/** Characters of a text that is passed once, and once more to see that it stays. */
const large = 10_000

/** What stays as it is, however often it is saved: elements that close each other need several passes, each with a list. */
export function settle(html: string, listOf: (pass: number) => IOptions): string {
  let remaining = html
  for (let pass = 0; pass < (html.length > large ? 2 : maxPasses); pass++) {
    const next = sanitizeHtml(remaining, listOf(pass))
    if (next === remaining) return remaining
    remaining = next
  }
  return sanitizeHtml(remaining, { ...listOf(maxPasses), allowedTags: [] })
}
