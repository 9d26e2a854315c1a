// The documentation as a site of four doors, in the layout of the reference. Its pages are the files of docs/, and what they lead to.
import type { MarkedExtension, Token, Tokens } from 'marked'
import { addressOf, doorsFile, readGuides, targetOf } from './guide-files.ts'
import { escapeHtml, html } from './html.ts'
import { style } from './style.ts'

/** A page with its media type. */
export interface Guide {
  type: string
  body: string
}

interface Site {
  texts: ReadonlyMap<string, string>
  fileAt: ReadonlyMap<string, string>
  navigation: string
}

const project = new URL('../../../../', import.meta.url)
const guideStyle = `
nav .doors{margin-top:.7rem}nav .doors a{font-weight:600}h1 code,h2 code,h3 code{font-size:inherit}main pre code{background:none;padding:0}blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line)}
th{text-align:left;padding:.25rem .5rem .25rem 0}main td:first-child{width:auto}h1,h2,h3{line-height:1.25}[id]{scroll-margin-top:1rem}`

export class Guides {
  readonly #root: URL
  #site: Promise<Site> | null = null

  constructor(root = project) {
    this.#root = root
  }

  /** The page at an address, `/docs/guides/test`; null if there is none. The texts are read when the first one is asked for. */
  async find(address: string): Promise<Guide | null> {
    const site = await this.#read()
    const file = site.fileAt.get(address)
    if (file === undefined) return null
    const text = site.texts.get(file)!
    if (!file.endsWith('.md')) return { type: 'text/plain; charset=utf-8', body: text }
    return { type: 'text/html; charset=utf-8', body: await pageOf(file, text, site) }
  }

  /** The files of all pages, from the root of the project, by their addresses. */
  async files(): Promise<ReadonlyMap<string, string>> {
    return (await this.#read()).fileAt
  }

  #read(): Promise<Site> {
    this.#site ??= siteOf(this.#root).catch(error => {
      this.#site = null
      throw error
    })
    return this.#site
  }
}

/** The library is loaded when a page is asked for: most processes never need it. */
const markdown = async () => (await import('marked')).Marked

async function siteOf(root: URL): Promise<Site> {
  const texts = await readGuides(root)
  const fileAt = new Map([...texts.keys()].map(file => [addressOf(file), file]))
  const doors = new (await markdown())().lexer(texts.get(doorsFile) ?? '')
  return { texts, fileAt, navigation: navigationOf(doors, texts) }
}

async function pageOf(file: string, text: string, { texts, navigation }: Site): Promise<string> {
  const renderer = rendererFor(file, texts)
  const Renderer = await markdown()
  const body = new Renderer({ gfm: true, async: false, renderer }).parse(text)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(titleOf(text))}</title><style>${style}${guideStyle}</style></head><body>
<nav>${navigation}</nav>
<main>${body}</main></body></html>
`
}

const titleOf = (text: string) => (/^# (.+)$/m.exec(text)?.[1] ?? '').replace(/[`*]/g, '')

/** The place of a heading, as GitHub names it. */
const placeOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map(token =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : ((token as { text?: string }).text ?? ''),
    )
    .join('')

type Renderer = NonNullable<MarkedExtension['renderer']>

/** Links lead to the address of their page; what is not served, such as a file of the code, is named without a link. */
const rendererFor = (file: string, texts: ReadonlyMap<string, string>): Renderer => ({
  heading({ tokens, depth }) {
    const id = placeOf(plainText(tokens))
    return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  },
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    const target = targetOf(href, file)
    if (!target) return `<a href="${escapeHtml(href)}">${text}</a>`
    if (!texts.has(target.file)) return text
    const place = target.place && `#${target.place}`
    return `<a href="${escapeHtml(addressOf(target.file) + place)}">${text}</a>`
  },
  // The page loads nothing.
  image: ({ text }) => `<i>${escapeHtml(text)}</i>`,
  // Comments are marks for generators.
  html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : escapeHtml(text)),
})

/** The doors with the pages behind each, from the page of the doors. */
function navigationOf(doors: readonly Token[], texts: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  for (const token of doors) {
    if (token.type === 'heading' && token.depth === 2) {
      const text = plainText((token as Tokens.Heading).tokens)
      parts.push(html`<div class="doors"><a href="/docs/start#${placeOf(text)}">${text}</a></div>`)
      if (text === 'Reference') parts.push('<a href="/docs">Operations of the API</a>')
    } else if (token.type === 'list') parts.push(...linksIn(token).map(link => entryOf(link, texts)))
  }
  return parts.join('\n')
}

const linksIn = (token: Token): Tokens.Link[] => {
  if (token.type === 'link') return [token as Tokens.Link]
  const inside = 'items' in token ? (token.items as Token[]) : ((token as { tokens?: Token[] }).tokens ?? [])
  return inside.flatMap(linksIn)
}

/** A link whose words only continue a sentence gets the title of its page. */
function entryOf({ href, tokens }: Tokens.Link, texts: ReadonlyMap<string, string>): string {
  const target = targetOf(href, doorsFile)
  const text = target && texts.get(target.file)
  if (!target || text === undefined || text === null || !target.file.endsWith('.md')) return ''
  const words = plainText(tokens)
  const label = /^\p{Ll}/u.test(words) ? titleOf(text) : words
  return html`<a href="${addressOf(target.file)}${target.place && `#${target.place}`}">${label}</a>`
}
