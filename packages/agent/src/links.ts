// Links in texts that strangers or a model have written. A parser of Markdown finds what a reader's program would make a
// link, a picture or HTML of; what leads anywhere but to the school itself is taken out, whichever way it is written.
import { Lexer, Marked, type Token, type Tokens } from 'marked'

/** What stands in place of a link. */
const sign = '[link]'
/** An address with a scheme, one that begins with `//` or `www.`, and schemes that act without a host. */
const withScheme =
  /(?:(?<![a-z0-9])[a-z][a-z0-9+.-]{0,30}:)?(?:\\|&(?:#0*(?:47|92)|#x0*(?:2f|5c)|sol|bsol);?|\/){2}[^\s)\]"'<>]+|(?<![\p{L}\p{N}])www\.[^\s)\]"'<>]+|(?<![\p{L}\p{N}])(?:data|javascript|vbscript|mailto|tel|file|blob):[^\s)\]"'<>]*/giu
/** A host without a scheme that has a path, a query or a port behind it: `evil.example/x`. */
const withPath =
  /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]+\.?(?::\d{1,5})?[/?#\\][^\s)\]"'<>]*/giu
/** A host alone that programs make a link of. */
const hostAlone =
  /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?![\p{L}\p{N}@(/-])(?!\.\p{L})/giu
/** Endings of files and of the API's own names, such as `orders.list`, that stand alone in many answers. */
const isHost = (text: string, hosts: ReadonlySet<string>) =>
  /\.(?:com|net|org|info|biz|io|me|app|dev|shop|site|online|xyz|top|club|link|click|ru|su|рф|de|fr|es|uk|eu|us|cn|example|test|invalid)\.?$/i.test(
    text,
  ) && !hosts.has(text.toLowerCase())
const tag = /<\/?[a-z!?][^>]*>?/gi
/** Texts without any of these have nothing to take out. */
const suspicious = /[[\]<\\/&]|\.\S|\p{L}:/u

/** Rounds of taking out: what is taken out can leave something behind that was none before. */
const maxRounds = 4
const maxDepth = 30

/** The text without links, pictures and HTML, but those to pages of these hosts; a link leaves its words. */
export function withoutLinks(text: string, hosts: readonly string[] = []): string {
  if (!suspicious.test(text)) return text
  const own = new Set(hosts.map(host => host.toLowerCase()))
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const next = withoutAddresses(withoutMarkup(current, own), own)
    if (next === current) return apart(current)
    current = next
  }
  return apart(withoutAddresses(bare(current), own))
}

/** Programs differ in what they take as a link; none takes words and an address that stand apart. */
const apart = (text: string) => text.replace(/\](?=[([:])/g, '] ')

/** Without the signs that markup is made of. */
const bare = (text: string) => text.replace(/[[\]<>!`\\]/g, '')

function withoutMarkup(text: string, own: ReadonlySet<string>): string {
  let current = text.replace(tag, '')
  const markup = markupIn(current)
  if (markup === null) return bare(current)
  for (const token of markup) {
    const { raw } = token
    if (token.type === 'link' && raw === token.text && isOwn(token.href, own)) continue
    const replacement = wordsOf(token, own)
    // In a quote or a list the lines of a token have signs between them.
    if (!current.includes(raw)) return bare(current)
    current = current.replace(raw, () => replacement)
  }
  return current
}

/** The words of a link; behind them its address, where it leads to the school. */
function wordsOf(token: Markup, own: ReadonlySet<string>): string {
  if (token.type === 'html' || token.type === 'def') return ''
  const words = token.text.replace(/[[\]]/g, '')
  return token.type === 'link' && isOwn(token.href, own) && words !== token.href
    ? `${words} ${token.href}`
    : words
}

type Markup = Tokens.Link | Tokens.Image | Tokens.HTML | Tokens.Def

/** The links, pictures, definitions and HTML of a text, outer ones only; null where it is deeper than anybody writes. */
function markupIn(text: string): Markup[] | null {
  const found: Markup[] = []
  const visit = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (['link', 'image', 'html', 'def'].includes(token.type)) {
        // An address of e-mail is data of the school, and no link to a page.
        if (!(token.type === 'link' && /^mailto:/i.test(token.href) && token.raw === token.text))
          found.push(token as Markup)
      } else if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        for (const cell of [header, ...rows].flat()) visit(cell.tokens)
      } else visit('items' in token ? token.items : 'tokens' in token ? (token.tokens ?? []) : [])
    }
  }
  try {
    visit(new BoundedLexer(markdown.defaults).lex(text))
    return found
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

const withoutAddresses = (text: string, own: ReadonlySet<string>): string => {
  const unlessOwn = (address: string) => {
    const end = /[.,;:!?]*$/.exec(address)![0]
    return isOwn(address.slice(0, address.length - end.length), own) ? address : sign
  }
  return text
    .replace(withScheme, unlessOwn)
    .replace(withPath, address => (isOwn(`https://${address}`, own) ? address : sign))
    .replace(hostAlone, host => (isHost(host, own) ? sign : host))
}

/** Whether an address leads to a page of these hosts: a path from the root, or one with such a host, and nothing else. */
function isOwn(href: string, hosts: ReadonlySet<string>): boolean {
  if (!/^[\x21-\x7e]+$/.test(href) || /[\\&]|%(?:2f|5c|0)/i.test(href)) return false
  if (/^\/(?![/\\])/.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { host, username, password } = new URL(href)
  return hosts.has(host) && username === '' && password === ''
}

class TooDeep extends Error {}
const markdown = new Marked({ gfm: true, async: false })

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: any, isClipped?: boolean): any {
    return this.#deeper(() => super.blockTokens(src, tokens, isClipped))
  }

  override inlineTokens(...parameters: Parameters<Lexer['inlineTokens']>): Token[] {
    return this.#deeper(() => super.inlineTokens(...parameters))
  }

  #deeper<T>(read: () => T): T {
    if (this.#depth >= maxDepth) throw new TooDeep()
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }
}
