// The description of the API that an archive contains. It takes a second and the contracts of all services, so a thread of
// its own makes it and ends: neither the process's loop nor its memory has them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const deadlineMs = 60_000
let underway: Promise<string> | null = null

/**
 * The OpenAPI document as JSON. Archives that begin at the same time share one thread. Rejects when the thread fails or
 * takes longer than a minute; the step of the archive is then repeated.
 */
export function openApiText(): Promise<string> {
  underway ??= makeText().finally(() => {
    underway = null
  })
  return underway
}

async function makeText(): Promise<string> {
  const worker = new Worker(new URL('./openapi-thread.ts', import.meta.url))
  try {
    const [text] = await once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
    return text
  } finally {
    await worker.terminate()
  }
}
