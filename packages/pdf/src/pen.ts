// Puts text onto the pages of a PDF, in any script, with embedded fonts.
import type PdfKit from 'pdfkit'
import { type FontName, type MainFont, openFont } from './fonts.ts'
import { type Line, linesOf } from './lines.ts'

export type Pdf = InstanceType<typeof PdfKit>

/** The height of a line for each point of its size. */
export const leading = 1.4

/** Maximum widths that are remembered. */
const maxWidths = 20_000

export class Pen {
  readonly #pdf: Pdf
  readonly #fonts = new Set<FontName>()
  /** Of texts of one point: a text that is fitted into a box is measured at many sizes. */
  readonly #widths = new Map<string, number>()

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  /** The lines of a text of this size; a word that is wider than a line is broken. */
  lines(text: string, width: number, size: number, main: MainFont): Line[] {
    return linesOf(text, width, main, (part, font) => this.#widthOf(part, font) * size)
  }

  /** Draws a line; `left` and `top` are those of its box. */
  draw({ runs }: Line, left: number, top: number, size: number, colour: string): void {
    let x = left
    for (const run of runs) {
      this.#use(run.font, size).fillColor(colour)
      this.#pdf.text(run.text, x, top + size, { lineBreak: false, baseline: 'alphabetic' })
      x += run.width
    }
  }

  #widthOf(text: string, font: FontName): number {
    const key = `${font} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = this.#use(font, 1).widthOfString(text)
      if (this.#widths.size < maxWidths) this.#widths.set(key, width)
    }
    return width
  }

  #use(font: FontName, size: number): Pdf {
    if (!this.#fonts.has(font)) {
      this.#fonts.add(font)
      this.#pdf.registerFont(font, openFont(font) as never)
    }
    return this.#pdf.font(font).fontSize(size)
  }
}
