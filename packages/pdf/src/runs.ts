// Text in the order in which it is drawn. A line of text in several directions, scripts and fonts is cut into runs, and
// these are put into their visual order (Unicode Bidirectional Algorithm, UAX #9, rule L2).
import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import type { FontName } from './fonts.ts'

// Its types are those of a module, its file is CommonJS.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** A part of a line with one direction, script and font. */
export interface Run {
  /** As it is given to the font, which turns around a text that begins in a right-to-left script. */
  readonly text: string
  readonly font: FontName
}
type Leveled = Run & { readonly level: number }

/** A text with what is known of each of its characters (UTF-16 units). */
export interface Characters {
  readonly text: string
  readonly embedding: EmbeddingLevels
  readonly fonts: readonly FontName[]
  readonly scripts: readonly Script[]
}
type Script = 'arabic' | 'other'

/** Finds the direction, font and script of every character. */
export function charactersOf(text: string, fontFor: (grapheme: string) => FontName): Characters {
  const fonts: FontName[] = []
  const scripts: Script[] = []
  let script: Script = 'other'
  for (const grapheme of graphemesOf(text)) {
    const font = fontFor(grapheme)
    // Punctuation belongs to the word before it.
    if (/\p{L}/u.test(grapheme)) script = /\p{Script=Arabic}/u.test(grapheme) ? 'arabic' : 'other'
    for (let unit = 0; unit < grapheme.length; unit++) {
      fonts.push(font)
      scripts.push(script)
    }
  }
  return { text, embedding: bidi.getEmbeddingLevels(text, 'auto'), fonts, scripts }
}

/** Whether the paragraph of this character is read from right to left. */
export const isRightToLeft = ({ embedding }: Characters, at: number): boolean =>
  (embedding.paragraphs.find(({ end }) => at <= end)?.level ?? 0) % 2 === 1

/** The runs from `start` to before `end`, in the order of reading. */
export function logicalRuns(characters: Characters, start: number, end: number): Leveled[] {
  const { text, embedding, fonts, scripts } = characters
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels, start, end - 1)
  const runs: Leveled[] = []
  let last: string | null = null
  for (let at = start; at < end; at++) {
    const [level, font] = [embedding.levels[at]!, fonts[at]!]
    const character = mirrored.get(at) ?? text[at]!
    // pdfkit shapes word by word. From right to left each word is a run, because it puts words from left to right.
    const part = level % 2 === 1 && character === ' ' ? ' ' : scripts[at]!
    const kind = `${level} ${font} ${part}`
    if (kind === last) runs[runs.length - 1] = { ...runs.at(-1)!, text: runs.at(-1)!.text + character }
    else runs.push({ text: character, font, level })
    last = kind
  }
  return runs.map(run => ({ ...run, text: turned(run.text, run.level) }))
}

/** The same runs from left to right. */
export function visualRuns(logical: readonly Leveled[]): Run[] {
  const runs = [...logical]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < runs.length; from++) {
      if (runs[from]!.level < level) continue
      let to = from
      while (to < runs.length && runs[to]!.level >= level) to++
      runs.splice(from, to - from, ...runs.slice(from, to).reverse())
      from = to
    }
  return runs
}

/**
 * fontkit draws a text from right to left if its first letter is of such a script, whatever its level: not punctuation
 * in Hebrew, but Persian digits. A text is turned around where the two differ.
 */
function turned(text: string, level: number): string {
  const first = /[^\p{Script=Common}\p{Script=Inherited}]/u.exec(text)?.[0] ?? ''
  const drawnTurned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first)
  if ((level % 2 === 1) === drawnTurned) return text
  return graphemesOf(text).reverse().join('')
}
