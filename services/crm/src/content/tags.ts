// Liquid's own tags are none of Markdown, HTML, MJML or of a block: whoever reads these sees a word in their place.
import { randomBytes } from 'node:crypto'

const liquidTag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

export interface WithoutTags {
  /** Begins each word that stands for a tag: `lqd` and 16 hexadecimal digits, then the number of the tag and `z`. */
  readonly word: string
  readonly tags: readonly string[]
  readonly bare: readonly string[]
  /** A text made of the bare ones, with their tags again. */
  restored(text: string): string
}

/** Texts with a word in place of each tag; no text contains such a word. */
export function withoutTags(texts: readonly string[]): WithoutTags {
  const word = wordNotIn(texts)
  const tags: string[] = []
  const bare = texts.map(text => text.replace(liquidTag, tag => `${word}${tags.push(tag) - 1}z`))
  const tagPattern = new RegExp(`${word}(\\d+)z`, 'g')
  return { word, tags, bare, restored: text => text.replace(tagPattern, (_, index) => tags[Number(index)]!) }
}

/** A random word is short, whatever the texts contain: one that grew until it was in none of them could fill the memory. */
function wordNotIn(texts: readonly string[]): string {
  const word = `lqd${randomBytes(8).toString('hex')}`
  return texts.some(text => text.includes(word)) ? wordNotIn(texts) : word
}
