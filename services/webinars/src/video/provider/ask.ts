// One request to a service of video: with a deadline, and an answer of bounded size.
import { beginningOf } from '@lms/service-host/outside'
import type { VideoContext } from './provider.ts'

const deadlineMs = 15_000
/** A room with thousands of people is listed in less. */
const maxBytes = 4 * 1024 * 1024

export interface Answered {
  status: number
  text: string
}

/** Asks, and reads the whole answer. Throws without one, for one that is too large, and for a fault of the other side. */
export async function ask(
  url: URL,
  init: { method?: string; headers?: Record<string, string>; body?: string },
  { fetch, signal }: VideoContext,
): Promise<Answered> {
  const response = await fetch(url.href, {
    ...init,
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
  })
  const { status } = response
  if (status >= 500 || status === 429) {
    await response.body?.cancel()
    throw new Error(`The service of video answers with ${status}.`)
  }
  const { text, isComplete } = await beginningOf(response, maxBytes)
  if (!isComplete) throw new Error('The service of video answers with more than 4 MB.')
  return { status, text }
}
