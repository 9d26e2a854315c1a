// Draws boxes in their places on one page.
import { create } from 'qrcode'
import type { PlacedBox, PlacedDocument, Position } from './document.ts'
import type { MainFont } from './fonts.ts'
import { imageProblem, refuseBrokenPng } from './images.ts'
import type { Line } from './lines.ts'
import { openPdf } from './open-document.ts'
import { leading, type Pdf, Pen } from './pen.ts'

/** A line shrinks to this share of its size before it is wrapped. */
const leastShare = 0.6
/** A wrapped text shrinks further, to this size; what is longer still is cut off. */
const leastSize = 4

export async function drawPlaced({ boxes, page, ...facts }: PlacedDocument): Promise<Buffer> {
  const { pdf, end } = openPdf(facts, page)
  const pen = new Pen(pdf)
  for (const box of boxes) {
    pdf.save()
    // Also an accent above a line, or an image that covers its box, stays inside.
    pdf.rect(box.x, box.y, box.width, box.height).clip()
    if (box.kind === 'text') drawText(pen, box)
    else if (box.kind === 'image') drawImage(pdf, box)
    else drawCode(pdf, box)
    pdf.restore()
  }
  return end()
}

type TextBox = Extract<PlacedBox, { kind: 'text' }>

function drawText(pen: Pen, box: TextBox): void {
  const { x, y, width, height, align = 'left', colour = '#1a1a1a' } = box
  const { lines, size } = fitted(pen, box)
  const step = size * leading
  let top = y + Math.max(0, (height - lines.length * step) / 2)
  for (const line of lines) {
    const free = width - line.width
    const left = align === 'left' ? x : align === 'right' ? x + free : x + free / 2
    pen.draw(line, left, top, size, colour)
    top += step
  }
}

/** The lines of a text and their size: first in one line each, as small as they may be, then wrapped. */
function fitted(
  pen: Pen,
  { text, size, bold, width, height }: TextBox,
): { lines: readonly Line[]; size: number } {
  const font: MainFont = bold ? 'bold' : 'regular'
  const asIs = pen.lines(text, Number.POSITIVE_INFINITY, size, font)
  // Widths and heights grow with the size.
  const byWidth = width / Math.max(1, ...asIs.map(line => line.width))
  const byHeight = height / (asIs.length * size * leading)
  const share = Math.min(1, byWidth, byHeight)
  if (share >= leastShare) {
    const smaller = size * share
    return { lines: pen.lines(text, Number.POSITIVE_INFINITY, smaller, font), size: smaller }
  }
  for (let smaller = size * leastShare; ; smaller *= 0.8) {
    const used = Math.max(smaller, leastSize)
    const lines = pen.lines(text, width, used, font)
    const most = Math.floor(height / (used * leading))
    if (lines.length <= most || used === leastSize)
      return { lines: lines.slice(0, Math.max(1, most)), size: used }
  }
}

function drawImage(
  pdf: Pdf,
  { bytes, fit = 'contain', ...box }: Extract<PlacedBox, { kind: 'image' }>,
): void {
  const problem = imageProblem(bytes)
  if (problem) throw new Error(`The image cannot be drawn: ${problem}.`)
  refuseBrokenPng(bytes)
  const { x, y, width, height } = box
  const size: [number, number] = [width, height]
  pdf.image(Buffer.from(bytes), x, y, {
    ...(fit === 'cover' ? { cover: size } : { fit: size }),
    align: 'center',
    valign: 'center',
  })
}

/** Modules of the quiet zone on each side (ISO/IEC 18004). */
const quiet = 4

function drawCode(pdf: Pdf, { text, x, y, width, height }: Position & { text: string }): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = Math.min(width, height)
  const step = side / (modules.size + 2 * quiet)
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2]
  pdf.rect(left, top, side, side).fill('#ffffff')
  // Neighbours in a row are one rectangle: thin gaps between them would show at some zooms.
  for (let row = 0; row < modules.size; row++)
    for (let from = 0; from < modules.size; from++) {
      if (!modules.get(row, from)) continue
      let to = from + 1
      while (to < modules.size && modules.get(row, to)) to++
      pdf.rect(left + (quiet + from) * step, top + (quiet + row) * step, (to - from) * step, step)
      from = to
    }
  pdf.fill('#000000')
}
