// What documents of foreign packages say, besides their questions: in a thread.
import { childOf, firstIn, readXml, textOf } from '@lms/archive/xml'
import { cleaned } from '@lms/content/html'
import { pathOf } from '../formats/content-package.ts'
import { plainOf } from '../formats/read-question.ts'
import { escaped } from '../formats/write-xml.ts'

/** A document of a package, and the path that names it in messages. */
export interface PackedDocument {
  bytes: Uint8Array
  path: string
}

/** Texts of blocks, in pieces that fit into them, and what of the document is left out. */
export interface DocumentTexts {
  pieces: string[]
  problems: string[]
}

/** Characters of a page that are read, and those of one block. */
const [maxPage, maxBlock] = [400_000, 40_000]

export function linkIn({ bytes, path }: PackedDocument): DocumentTexts {
  const root = readXml(bytes, path)
  const url = firstIn(root, 'url')?.attributes.get('href') ?? ''
  const title = textOf(childOf(root, 'title')) || url
  if (!/^https?:\/\//i.test(url)) return { pieces: [], problems: ['a link leads to no web address'] }
  return textsOf(`<p><a href="${escaped(url)}">${escaped(title)}</a></p>`)
}

export function discussionIn({ bytes, path }: PackedDocument): DocumentTexts {
  const { raw, isHtml } = writtenIn(childOf(readXml(bytes, path), 'text'))
  return textsOf(isHtml ? raw : `<p>${escaped(raw)}</p>`)
}

/** An assignment as packages of the product have them; `title` is used where it has none of its own. */
export function assignmentIn({ bytes, path, title }: PackedDocument & { title: string }) {
  const root = readXml(bytes, path)
  const { raw, isHtml } = writtenIn(childOf(root, 'text'))
  const points = Number(firstIn(root, 'gradable')?.attributes.get('points_possible'))
  return {
    title: (textOf(childOf(root, 'title')) || title).slice(0, 200),
    text: (isHtml ? plainOf(raw) : raw).slice(0, 20_000),
    max_score: points > 0 ? Math.min(1_000_000, Math.max(1, Math.round(points * 100))) : null,
    ...{ review_hours: 72, late: 'accept', penalty_percent: null },
  }
}

function writtenIn(text: ReturnType<typeof childOf>): { raw: string; isHtml: boolean } {
  const raw = text?.children.filter(child => typeof child === 'string').join('') ?? ''
  return { raw, isHtml: text?.attributes.get('texttype') === 'text/html' }
}

const shownFile =
  /<(?:img|source|video|audio|a|embed)\b[^<>]{0,2000}?\b(?:src|href)\s*=\s*["']([^"'<>]{1,1000})["']/gi

/** What a page says, and the paths of the files that it shows. */
export function pageIn({ bytes, path }: PackedDocument): DocumentTexts & { files: string[] } {
  const html = new TextDecoder().decode(bytes)
  const fileMatches = [...html.slice(0, maxPage).matchAll(shownFile)]
  const files = new Set(fileMatches.map(([, href]) => pathOf(path, href!.replaceAll('&amp;', '&'))))
  return { ...textsOf(html), files: [...files] }
}

function textsOf(html: string): DocumentTexts {
  const problems =
    html.length > maxPage ? [`a page is longer than ${maxPage} characters: its end is left out`] : []
  const body = bodyOf(html).slice(0, maxPage)
  const cleanedPage = cleaned({ html: body, kind: 'block' })
  const scripts = [...(/<script\b/i.test(html) ? ['<script>'] : []), ...cleanedPage.removed]
  const running = [...new Set(scripts)].filter(name =>
    /^<(script|iframe|object|embed|applet|form)>$|^on/.test(name),
  )
  if (running.length) problems.push(`what runs on the page is left out: ${running.join(', ')}`)
  return { pieces: piecesOf(cleanedPage.html), problems }
}

function bodyOf(html: string): string {
  const begin = html.search(/<body\b/i)
  const end = begin < 0 ? -1 : html.indexOf('>', begin)
  return end < 0 ? html : html.slice(end + 1)
}

/** HTML in pieces that fit into blocks, divided behind paragraphs and headings. */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of html.split(/(?<=<\/(?:p|h[1-6]|ul|ol|table|div|figure|pre)>)/)) {
    if (piece !== '' && piece.length + part.length > maxBlock) {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  return [...pieces, piece].filter(each => /[^\s]/.test(each.replace(/<[^>]*>/g, '')))
}
