// A PDF document that is begun, and its bytes when it is ended.
import PdfKit from 'pdfkit'
import type { DocumentFacts } from './document.ts'
import type { Pdf } from './pen.ts'

export function openPdf(
  { title, author, language, created_at }: DocumentFacts,
  page: { readonly width: number; readonly height: number },
): { pdf: Pdf; end: () => Promise<Buffer> } {
  const time = new Date(created_at)
  const chunks: Buffer[] = []
  const pdf = new PdfKit({
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
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = async () => {
    const ended = new Promise<void>(resolve => pdf.once('end', resolve))
    pdf.end()
    await ended
    return Buffer.concat(chunks)
  }
  return { pdf, end }
}
