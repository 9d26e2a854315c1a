// When a failed try is repeated, and after how long.
import type { LmsError } from './error.ts'

/** Whether a repetition may succeed: nothing came back, others were first, or the server has no time. */
export const isRepeatable = ({ status, reason }: LmsError): boolean =>
  reason === 'network' ||
  reason === 'timeout' ||
  reason === 'idempotency_in_progress' ||
  status === 429 ||
  status === 503

const first = 500
const longest = 8000
/** What a server may ask for; a caller decides about a longer wait. */
const longestAsked = 60_000

/**
 * Milliseconds before the next try: what the server says, else twice as long each time, with a random part. Null if the
 * server asks for more than a minute.
 */
export function waitBefore(tries: number, { retryAfter }: LmsError, random: () => number): number | null {
  if (retryAfter !== null) return retryAfter * 1000 > longestAsked ? null : retryAfter * 1000 + random() * 250
  const most = Math.min(longest, first * 2 ** (tries - 1))
  return most / 2 + (random() * most) / 2
}

/** Waits, and ends at once with the reason of the signal. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
