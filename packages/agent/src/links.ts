// Links in texts that strangers or a model have written. A parser of Markdown finds what a reader's program would make a
// link, a picture or HTML of; what leads anywhere but to the school itself is taken out, whichever way it is written.
import { Lexer, Marked, type Token, type Tokens } from 'marked'
import { apart, bare, isOwn, withoutAddresses } from './addresses.ts'
import { invisible, withoutSecrets } from './text.ts'

const tag = /<\/?[a-z!?][^>]*>?/gi
/** Texts without any of these have nothing to take out. */
const suspicious = /[[\]<\\/&]|\.\S|\p{L}:/u

/** Characters of an answer. */
const maxAnswer = 20_000

/**
 * The answer of a model as plain text of several lines: no links but to pages of the school's own hosts, no pictures, no
 * markup that a reader's program could load something for.
 */
export const plainAnswer = (text: string, hosts: readonly string[] = []): string =>
  withoutLinks(withoutSecrets(text.slice(0, maxAnswer).replace(invisible, '')), hosts)

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
