// Breaks a text into lines of a width.
import LineBreaker from 'linebreak'
import { withThaiMarks } from './drawable.ts'
import { type FontName, fontFor, type MainFont } from './fonts.ts'
import {
  type Characters,
  charactersOf,
  graphemesOf,
  isRightToLeft,
  logicalRuns,
  type Run,
  visualRuns,
} from './runs.ts'

export interface Line {
  /** From left to right. */
  readonly runs: readonly (Run & { readonly width: number })[]
  readonly width: number
  /** Whether its paragraph is read from right to left, and so begins at the right. */
  readonly rightToLeft: boolean
}
export type WidthOf = (text: string, font: FontName) => number

/** A part of a text that stays together: to the next place where a line may end. */
interface Piece {
  start: number
  end: number
  /** With the spaces at its end. */
  width: number
  /** Without them. */
  visible: number
  /** A line ends here. */
  required: boolean
}

/** Characters without a look, which only rule directions and breaks. */
const invisible = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** The lines of a text. A word that is wider than a line is broken where it must. */
export function linesOf(source: string, width: number, main: MainFont, widthOf: WidthOf): Line[] {
  const text = withThaiMarks(source)
  const characters = charactersOf(text, grapheme => fontFor(grapheme, main))
  const runsOf = (start: number, end: number) => drawnRuns(characters, start, end, widthOf)
  const widthFrom = (start: number, end: number) =>
    runsOf(start, end).reduce((sum, run) => sum + run.width, 0)
  return spansOf(piecesOf(text, width, widthFrom), width).map(({ start, end }) => {
    const runs = runsOf(start, trimmed(text, start, end))
    const totalWidth = runs.reduce((sum, run) => sum + run.width, 0)
    return { runs, width: totalWidth, rightToLeft: isRightToLeft(characters, start) }
  })
}

function piecesOf(text: string, width: number, widthFrom: (start: number, end: number) => number): Piece[] {
  const pieces: Piece[] = []
  const breaker = new LineBreaker(text)
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const fullPiece = {
      start,
      end: next.position,
      width: widthFrom(start, next.position),
      visible: widthFrom(start, trimmed(text, start, next.position)),
      required: next.required && next.position < text.length,
    }
    if (fullPiece.visible <= width) pieces.push(fullPiece)
    else pieces.push(...broken(text, fullPiece, widthFrom))
    start = next.position
  }
  return pieces
}

/** A piece that is wider than a line, by graphemes. */
function broken(
  text: string,
  { start, end, required }: Piece,
  widthFrom: (start: number, end: number) => number,
): Piece[] {
  let at = start
  return graphemesOf(text.slice(start, end)).map(grapheme => {
    const from = at
    at += grapheme.length
    const width = widthFrom(from, at)
    return { start: from, end: at, width, visible: width, required: required && at === end }
  })
}

/** As many pieces in each line as fit. */
function spansOf(pieces: readonly Piece[], width: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  let usedWidth = 0
  let begins = true
  for (const piece of pieces) {
    if (begins || usedWidth + piece.visible > width) {
      spans.push({ start: piece.start, end: piece.end })
      usedWidth = 0
    } else spans.at(-1)!.end = piece.end
    usedWidth += piece.width
    begins = piece.required
  }
  return spans
}

/** The runs from left to right, with their widths; nothing for characters without a look. */
const drawnRuns = (characters: Characters, start: number, end: number, widthOf: WidthOf) =>
  visualRuns(logicalRuns(characters, start, end)).flatMap(({ text, font }) => {
    const visible = text.replace(invisible, '')
    return visible ? [{ text: visible, font, width: widthOf(visible, font) }] : []
  })

/** Where the spaces at the end begin. */
function trimmed(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(text[at - 1]!)) at--
  return at
}
