export type { Block, PdfDocument, PlacedBox, PlacedDocument, TableColumn } from './document.ts'
export { isDrawable } from './drawable.ts'
export { type ImageProblem, imageProblem } from './images.ts'
export { pdfOf } from './rendering.ts'
