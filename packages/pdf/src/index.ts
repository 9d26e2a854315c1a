export type { Block, PdfDocument, TableColumn } from './document.ts'
export { pdfOf } from './rendering.ts'
