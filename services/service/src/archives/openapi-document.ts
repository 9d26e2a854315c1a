// The description of the API that an archive contains. It takes a second and the contracts of all services, so a thread of
// its own makes it and ends: neither the process's loop nor its memory has them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The OpenAPI document as JSON. */
export async function openApiText(): Promise<string> {
  const worker = new Worker(new URL('./openapi-thread.ts', import.meta.url))
  const [text] = await once(worker, 'message')
  return text
}
