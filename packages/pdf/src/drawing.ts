// Draws a document. It takes up to a second of a processor, for the largest of texts: see `rendering.ts`.
import Pdf from 'pdfkit'
import type { Block, PdfDocument, TableColumn } from './document.ts'
import { type FontName, openFont } from './fonts.ts'
import { type Line, linesOf } from './lines.ts'

/** A4, in points. */
const page = { width: 595.28, height: 841.89, margin: 56 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin - 20
const usualSize = 9
/** The height of a line for each point of its size. */
const leading = 1.4
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
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #fonts = new Set<FontName>()
  readonly #toTheLeft: boolean
  #y = page.margin

  constructor({ title, author, language, direction, created_at }: Omit<PdfDocument, 'blocks'>) {
    const time = new Date(created_at)
    this.#toTheLeft = direction === 'rtl'
    this.#pdf = new Pdf({
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      pdfVersion: '1.7',
      lang: language,
      // Otherwise the document begins with Helvetica, which is not embedded.
      font: null as never,
      info: { Title: title, Author: author, CreationDate: time, ModDate: time },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
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
    const ended = new Promise<void>(resolve => this.#pdf.once('end', resolve))
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
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
    return linesOf(text, width, bold ? 'bold' : 'regular', (part, font) =>
      this.#use(font, size).widthOfString(part),
    )
  }

  #line(line: Line, left: number, top: number, width: number, { size = usualSize, align }: Style): void {
    const atRight = align === 'end' ? !this.#toTheLeft : this.#toTheLeft || line.rightToLeft
    let x = atRight ? left + width - line.width : left
    for (const run of line.runs) {
      this.#use(run.font, size).fillColor('#1a1a1a')
      this.#pdf.text(run.text, x, top + size, { lineBreak: false, baseline: 'alphabetic' })
      x += run.width
    }
  }

  #use(font: FontName, size: number): PDFKit.PDFDocument {
    if (!this.#fonts.has(font)) {
      this.#fonts.add(font)
      this.#pdf.registerFont(font, openFont(font) as never)
    }
    return this.#pdf.font(font).fontSize(size)
  }
}
