// The thread of `rendering.ts`.
import { parentPort } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'
import { draw } from './drawing.ts'

parentPort!.on('message', async (document: PdfDocument) => {
  try {
    parentPort!.postMessage({ bytes: await draw(document) })
  } catch (error) {
    parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
