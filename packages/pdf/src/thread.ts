// The thread of `rendering.ts`.
import { parentPort } from 'node:worker_threads'
import type { PdfDocument, PlacedDocument } from './document.ts'
import { drawPlaced } from './draw-boxes.ts'
import { draw } from './drawing.ts'

parentPort!.on('message', async (document: PdfDocument | PlacedDocument) => {
  try {
    const bytes = await ('boxes' in document ? drawPlaced(document) : draw(document))
    parentPort!.postMessage({ bytes })
  } catch (error) {
    parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
