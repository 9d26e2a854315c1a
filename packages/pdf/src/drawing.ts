// Draws a document. It takes up to a second of a processor, for the largest of texts: see `rendering.ts`.
import type { Block, PdfDocument, TableColumn } from './document.ts'
import type { Line } from './lines.ts'
import { openPdf } from './open-document.ts'
import { leading, type Pdf, Pen } from './pen.ts'

/** A4, in points. */
const page = { width: 595.28, height: 841.89, margin: 56 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin - 20
const usualSize = 9
/** Between two columns. */
const gutter = 8

interface Style {
  size?: number | undefined
  bold?: boolean | undefined
  align?: TableColumn['align'] | undefined
}

export async function draw({ blocks, ...document }: PdfDocument): Promise<Buffer> {
  const drawing = new Drawing(document)
  for (const block of blocks) drawing.block(block)
  return drawing.end()
}

class Drawing {
  readonly #pdf: Pdf
  readonly #pen: Pen
  readonly #end: () => Promise<Buffer>
  readonly #toTheLeft: boolean
  #y = page.margin

  constructor(document: Omit<PdfDocument, 'blocks'>) {
    this.#toTheLeft = document.direction === 'rtl'
    const { pdf, end } = openPdf(document, page)
    this.#pdf = pdf
    this.#pen = new Pen(pdf)
    this.#end = end
  }

  block(block: Block): void {
    if (block.kind === 'space') this.#y += block.height
    else if (block.kind === 'rule') this.#rule()
    else if (block.kind === 'text') this.#row([block.text], [{ share: 1 }], block)
    else {
      const { columns, heading, rows, bold } = block
      if (heading) {
        this.#row(heading, columns, { bold: true })
        this.#rule()
      }
      for (const row of rows) this.#row(row, columns, { bold })
    }
  }

  async end(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange()
    for (let index = 0; count > 1 && index < count; index++) {
      this.#pdf.switchToPage(index)
      const [line] = this.#lines(`${index + 1} / ${count}`, width, {})
      this.#line(line!, page.margin, page.height - page.margin, width, { align: 'end' })
    }
    return this.#end()
  }

  /** The texts of a row beside each other. A row that is longer than the rest of the page goes on on the next one. */
  #row(texts: readonly string[], columns: readonly TableColumn[], { size = usualSize, bold }: Style): void {
    let before = 0
    const cells = columns.map(({ share, align }, index) => {
      const own = width * share - gutter
      const left = page.margin + (this.#toTheLeft ? width - before - own : before)
      const cell = { left, width: own, style: { size, bold, align } }
      before += width * share
      return { ...cell, lines: this.#lines(texts[index] ?? '', cell.width, cell.style) }
    })
    const height = size * leading
    const count = Math.max(1, ...cells.map(({ lines }) => lines.length))
    for (let index = 0; index < count; index++) {
      if (this.#y + height > bottom) this.#nextPage()
      for (const { lines, left, width, style } of cells) {
        const line = lines[index]
        if (line) this.#line(line, left, this.#y, width, style)
      }
      this.#y += height
    }
    this.#y += 3
  }

  #rule(): void {
    const { margin } = page
    this.#pdf.moveTo(margin, this.#y).lineTo(page.width - margin, this.#y)
    this.#pdf.lineWidth(0.5).strokeColor('#999999').stroke()
    this.#y += 5
  }

  #nextPage(): void {
    this.#pdf.addPage()
    this.#y = page.margin
  }

  #lines(text: string, width: number, { size = usualSize, bold = false }: Style): Line[] {
    return this.#pen.lines(text, width, size, bold ? 'bold' : 'regular')
  }

  #line(line: Line, left: number, top: number, width: number, { size = usualSize, align }: Style): void {
    const atRight = align === 'end' ? !this.#toTheLeft : this.#toTheLeft || line.rightToLeft
    this.#pen.draw(line, atRight ? left + width - line.width : left, top, size, '#1a1a1a')
  }
}
