// Documents are drawn in a thread of their own: the largest texts take seconds of a processor, in which a process could
// answer nobody. The thread begins with the first document, draws one at a time, and ends when none has come for a
// while, so that the memory of the fonts (80 MB) returns.
import { Worker } from 'node:worker_threads'
import type { PdfDocument, PlacedDocument } from './document.ts'

/** Milliseconds after which a document is given up. */
const longest = 30_000
/** Milliseconds without a document after which the thread ends. */
const idle = 60_000

let thread: Worker | null = null
let last: Promise<unknown> = Promise.resolve()
let ending: NodeJS.Timeout | undefined

/**
 * The bytes of a document: the same for the same data. The documents of a process wait for each other; a service that
 * draws for several schools lets them take turns.
 */
export function pdfOf(document: PdfDocument | PlacedDocument): Promise<Buffer> {
  const drawn = last.catch(() => {}).then(() => drawIn(started(), document))
  last = drawn
  return drawn
}

function started(): Worker {
  if (!thread) {
    thread = new Worker(new URL('./thread.ts', import.meta.url))
    // The process may end while the thread waits for a document.
    thread.unref()
  }
  return thread
}

async function drawIn(worker: Worker, document: PdfDocument | PlacedDocument): Promise<Buffer> {
  clearTimeout(ending)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const answered = (answer: { bytes: Uint8Array } | { error: string }) =>
    'bytes' in answer ? resolve(Buffer.from(answer.bytes)) : reject(new Error(answer.error))
  const ended = () => reject(new Error('The thread that draws documents has ended.'))
  const late = setTimeout(() => {
    reject(new Error(`The document was not drawn within ${longest / 1000} s.`))
    stop(worker)
  }, longest)
  worker.once('message', answered).once('error', reject).once('exit', ended)
  try {
    worker.postMessage(document)
    return await promise
  } catch (error) {
    stop(worker)
    throw error
  } finally {
    clearTimeout(late)
    worker.off('message', answered).off('error', reject).off('exit', ended)
    ending = setTimeout(() => stop(worker), idle).unref()
  }
}

function stop(worker: Worker): void {
  if (thread === worker) thread = null
  void worker.terminate()
}
