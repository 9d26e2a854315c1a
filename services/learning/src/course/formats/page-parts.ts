// What a page of another product shows, in the order in which it stands: texts, files of the package, videos of other sites.
import { cleaned } from '@lms/content/html'
import { playerOf } from '@lms/contract'
import { replaceTags, type Tag } from './tags.ts'
import { escaped } from './write-xml.ts'

export type PagePart =
  | { kind: 'text'; html: string }
  /** By its address, from the page; `isLink` where the page does not show it itself. */
  | { kind: 'file'; href: string; title: string; isLink: boolean }
  | { kind: 'embed'; url: string; title: string }

/** What stands on a page, and what of it is different. */
export interface PageParts {
  parts: PagePart[]
  notes: string[]
}

/** Characters of a page that are read, and those of one block. */
const [maxPage, maxBlock] = [400_000, 40_000]
const maxMedia = 500
const [begin, end] = ['\ue000', '\ue001']

export function partsOfPage(html: string): PageParts {
  const notes: string[] = []
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text)
  }
  if (html.length > maxPage) note(`the page is longer than ${maxPage} characters: its end is left out`)
  const body = bodyOf(html).slice(0, maxPage).replaceAll(begin, '').replaceAll(end, '')
  const media: Exclude<PagePart, { kind: 'text' }>[] = []
  const marked = replaceTags(body, showing, tag => textFor(tag, media, note))
  const { html: clean, removed } = cleaned({ html: marked, kind: 'block' })
  const running = [...(/<script\b/i.test(html) ? ['<script>'] : []), ...removed].filter(name =>
    /^<(script|object|applet)>$|^on/.test(name),
  )
  if (running.length) note(`what runs on the page is left out: ${[...new Set(running)].join(', ')}`)
  const forms = removed.filter(name => /^<(form|input|select|textarea|button|svg|canvas)>$/.test(name))
  if (forms.length) note(`what lessons do not have is left out: ${forms.join(', ')}`)
  const parts = divided(clean, media)
  const shown = new Set<PagePart>(parts)
  for (const each of media)
    if (!shown.has(each))
      note(`${each.title || 'a file'} stands where lessons cannot show it: it is left out`)
  return { parts, notes }
}

const showing = new Set(['img', 'iframe', 'video', 'audio', 'source', 'embed', 'object', 'a'])

/** What stands in the text in the place of a tag: a mark for what becomes a block of its own. */
function textFor(tag: Tag, media: PagePart[], note: (text: string) => void): string {
  const { name, isEnd, attributes } = tag
  if (isEnd) return name === 'a' ? '</a>' : name === 'iframe' || name === 'object' ? `</${name}>` : ''
  const address = (attributes.get(name === 'object' ? 'data' : name === 'a' ? 'href' : 'src') ?? '').trim()
  const title = (attributes.get('title') || attributes.get('alt') || '').trim().slice(0, 300)
  const mark = (part: PagePart) => {
    if (media.length >= maxMedia) {
      note(`a page shows at most ${maxMedia} files: the others are left out`)
      return ''
    }
    media.push(part)
    return `${begin}${media.length - 1}${end}`
  }
  const isWeb = /^(?:https?:)?\/\//i.test(address)
  if (name === 'a') return link(address, attributes, mark, note)
  const formula = attributes.get('data-equation-content')
  if (name === 'img' && formula) return `\\(${escaped(formula)}\\)`
  if (address === '') return ''
  if (isWeb) {
    const url = address.startsWith('//') ? `https:${address}` : address
    if (name !== 'img' && playerOf(url))
      return mark({ kind: 'embed', url: url.slice(0, 2000), title: title || 'Video' })
    const host = URL.canParse(url) ? new URL(url).hostname : url.slice(0, 100)
    note(`${name === 'img' ? 'a picture' : 'what is embedded'} from ${host} is a link now`)
    return ` <a href="${escaped(url)}">${escaped(title || host)}</a> `
  }
  if (/^data:/i.test(address)) {
    note('a picture that is written into the page itself is left out: put it into the package as a file')
    return ''
  }
  if (/^[\w+.-]{2,20}:/.test(address) || address.startsWith('/')) {
    note(`${title || address.slice(0, 100)} is stored by the other product, and is left out`)
    return ''
  }
  return mark({ kind: 'file', href: address.slice(0, 1000), title, isLink: false })
}

function link(
  address: string,
  attributes: ReadonlyMap<string, string>,
  mark: (part: PagePart) => string,
  note: (text: string) => void,
): string {
  const title = (attributes.get('title') ?? '').slice(0, 300)
  if (/^(?:https?:|mailto:|tel:|\/\/)/i.test(address)) return `<a href="${escaped(address)}">`
  if (address === '' || address.startsWith('#')) return '<a>'
  if (/^\w{2,20}:/.test(address) || address.startsWith('/')) {
    note(`a link to ${address.slice(0, 100)} leads into the other product: it is text now`)
    return '<a>'
  }
  return `${mark({ kind: 'file', href: address.slice(0, 1000), title, isLink: true })}<a>`
}

function bodyOf(html: string): string {
  const begin = html.search(/<body\b/i)
  const end = begin < 0 ? -1 : html.indexOf('>', begin)
  return end < 0 ? html : html.slice(end + 1)
}

const token = /<(\/?)([a-z0-9]+)[^>]*?(\/?)>|\ue000(\d+)\ue001/g
const voids = new Set(['br', 'hr'])

/** Cleaned HTML in texts that fit into blocks, with the media behind the paragraphs in which they stand. */
function divided(html: string, media: readonly Exclude<PagePart, { kind: 'text' }>[]): PagePart[] {
  const parts: PagePart[] = []
  let text = ''
  let piece = ''
  let from = 0
  let waiting: PagePart[] = []
  const open: { name: string; isClear: boolean }[] = []
  const flush = () => {
    if (/[^\s]/.test(text.replace(/<[^>]*>/g, ''))) parts.push({ kind: 'text', html: text.trim() })
    text = ''
  }
  const endPiece = () => {
    if (text !== '' && text.length + piece.length > maxBlock) flush()
    // Paragraphs that held nothing but a file are empty now.
    const isEmpty = !/[^\s]/.test(piece.replace(/<\/?p>|<br \/>/g, ''))
    text += isEmpty ? '' : piece
    piece = ''
    if (waiting.length === 0) return
    flush()
    parts.push(...waiting)
    waiting = []
  }
  const isTop = () => open.every(({ isClear }) => isClear)
  for (const match of html.matchAll(token)) {
    const [all, isEnd, name, isVoid, number] = match
    piece += html.slice(from, match.index)
    from = match.index + all.length
    if (number !== undefined) {
      const part = media[Number(number)]
      if (part) waiting.push(part)
      if (isTop()) endPiece()
    } else if (isEnd) {
      const closed = open.pop()
      if (!closed?.isClear) piece += all
      if (isTop()) endPiece()
    } else if (isVoid || voids.has(name!)) piece += all
    else {
      // What only holds other elements together would hold a whole page.
      const isClear = isTop() && /^<(?:div|figure)>$/.test(all)
      open.push({ name: name!, isClear })
      if (!isClear) piece += all
    }
  }
  piece += html.slice(from)
  endPiece()
  flush()
  return parts
}
