// HTML of e-mails: a list of its own, with what mail programs show and pages of a school may not have: styles, pictures, layouts of
// tables, colours. It is shown outside of the pages of schools, by programs that cut it once more.
import type { Attributes, IOptions } from 'sanitize-html'
import { asHtml, type Cleaned, settle } from './html.ts'
import { cleanedSheet, cleanedStyle, type Note } from './mail-styles.ts'

/** Their meaning is that of the document around a mail, which is written anew. */
const around = ['html', 'head', 'meta', 'title', 'body']
const tags = [
  ...(asHtml.allowedTags as string[]),
  ...[
    'h1',
    'b',
    'i',
    'strike',
    'big',
    'tt',
    'font',
    'center',
    'img',
    'map',
    'area',
    'col',
    'colgroup',
    'wbr',
  ],
  ...[
    'address',
    'article',
    'aside',
    'footer',
    'header',
    'main',
    'nav',
    'section',
    'bdi',
    'bdo',
    'time',
    'body',
  ],
]
const looks = [
  ...['style', 'class', 'id', 'lang', 'dir', 'title', 'role', 'aria-label', 'aria-hidden', 'align', 'valign'],
  ...[
    'bgcolor',
    'background',
    'width',
    'height',
    'border',
    'bordercolor',
    'cellpadding',
    'cellspacing',
    'nowrap',
  ],
]
const ofTags: Record<string, string[]> = {
  ...(asHtml.allowedAttributes as Record<string, string[]>),
  '*': looks,
  a: ['href', 'name', 'target', 'rel'],
  area: ['href', 'alt', 'shape', 'coords', 'target'],
  img: ['src', 'alt', 'hspace', 'vspace', 'usemap'],
  map: ['name'],
  font: ['color', 'face', 'size'],
  body: ['text', 'link', 'vlink', 'alink', 'leftmargin', 'topmargin', 'marginwidth', 'marginheight'],
  hr: ['color', 'size', 'noshade'],
  ul: ['type'],
  ol: ['start', 'type'],
  li: ['value', 'type'],
  td: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  col: ['span'],
  colgroup: ['span'],
  table: ['summary', 'rules', 'frame'],
}
/** Attributes that lead somewhere, and the schemes of links and of pictures. */
const addresses: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?|mailto|tel)$/i,
  src: /^https?$/i,
  background: /^https?$/i,
}

/** What programs that write templates note for themselves: no reader of a mail sees it. */
const ofEditors = /^data-|:|^xmlns$/

/** The list of e-mails; `note` hears what is taken out. */
export const mailOptions = (note: Note): IOptions => ({
  ...asHtml,
  allowedTags: tags,
  allowedAttributes: ofTags,
  allowedSchemesAppliedToAttributes: Object.keys(addresses),
  // Layouts of e-mails are tables in tables.
  nestingLimit: 80,
  // Styles are cleaned with all attributes, not as the library does it.
  parseStyleAttributes: false,
  allowedStyles: undefined,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanedAttributes(attribs, note) }) },
  onOpenTag: (name, attributes) => {
    if (!tags.includes(name)) {
      if (!around.includes(name)) note(`<${name}>`)
      return
    }
    for (const one of Object.keys(attributes))
      if (!looks.includes(one) && !ofTags[name]?.includes(one) && !ofEditors.test(one)) note(one)
  },
})

/** Attributes with their styles cleaned, and without addresses that no e-mail leads to. */
export function cleanedAttributes(attributes: Attributes, note: Note): Attributes {
  const rest: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    const scheme = Object.hasOwn(addresses, name) ? schemeOf(value) : null
    if (name === 'style') {
      const style = cleanedStyle(value, note)
      if (style) rest.style = style
    } else if (scheme !== null && !addresses[name]!.test(scheme)) note(`${name}: ${scheme}:`)
    // Mails are read on no page from which they could take the scheme.
    else rest[name] = Object.hasOwn(addresses, name) && value.startsWith('//') ? `https:${value}` : value
  }
  return rest
}

const schemeOf = (value: string): string | null =>
  /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\p{Cc}\s]+/gu, ''))?.[1] ?? null

/** A text without its comments and style sheets, and what remains of these. */
export function withoutSheets(source: string, note: Note): { bare: string; css: string } {
  const sheets: string[] = []
  const bare = source
    .replace(/<!--([\s\S]*?)(?:-->|$)/g, (_, inside: string) => {
      // `<!--[if !mso]><!-->` is for everybody else, and stays.
      if (/^\[if\s(?!!)/i.test(inside)) note('<!--[if …]>')
      return ''
    })
    .replace(/<(mj-)?style\b[^<>]*>([\s\S]*?)(?:<\/(?:mj-)?style\s*>|$)/gi, (_, _mjml, css: string) => {
      sheets.push(cleanedSheet(css, note))
      return ''
    })
  return { bare, css: sheets.filter(Boolean).join('\n') }
}

/** Notes each name once: at most 20, of at most 40 characters. */
export function noteOnce(): { note: Note; removed: Set<string> } {
  const removed = new Set<string>()
  const note = (name: string) => {
    if (removed.size < 20) removed.add(name.slice(0, 40))
  }
  return { note, removed }
}

/** What remains of a mail: a whole document if it was one, or has style sheets; else what stands in the body of one. */
export function cleanedMail(source: string): Cleaned {
  const { note, removed } = noteOnce()
  const { bare, css } = withoutSheets(source, note)
  const html = settle(bare, pass => mailOptions(pass === 0 ? note : () => {}))
  const body = /<body([^>]*)>/.exec(html)?.[1]
  const inside = html.replace(/<\/?body[^>]*>/g, '')
  if (body === undefined && css === '') return { html: inside, removed: [...removed] }
  const style = css && `<style type="text/css">\n${css}\n</style>`
  return {
    html: `<!doctype html><html lang="und" dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title></title>${style}</head><body${body ?? ''}>${inside}</body></html>`,
    removed: [...removed],
  }
}
