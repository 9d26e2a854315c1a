// Markdown (with the tables of GitHub) becomes HTML. Its parser recurs into quotes, lists, emphasis and links, so what is
// deeper than anybody writes is refused at a depth, and not where the stack happens to end.
import { Lexer, Marked, type Token } from 'marked'
import { ContentUnfit } from './fill.ts'

const maxDepth = 40
const options = { gfm: true, async: false } as const
const markdown = new Marked(options)

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: any, isClipped?: boolean): any {
    return this.#deeper(() => super.blockTokens(src, tokens, isClipped))
  }

  override inlineTokens(...parameters: Parameters<Lexer['inlineTokens']>): Token[] {
    return this.#deeper(() => super.inlineTokens(...parameters))
  }

  #deeper<T>(read: () => T): T {
    if (this.#depth >= maxDepth)
      throw new ContentUnfit(`it has quotes, lists or emphasis in each other, more than ${maxDepth} deep`)
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }
}

/** The HTML of Markdown, not yet safe. Throws ContentUnfit. */
export const htmlOfMarkdown = (text: string): string =>
  markdown.parser(new BoundedLexer(markdown.defaults).lex(text))
