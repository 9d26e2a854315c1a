const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delay in milliseconds after failed attempt 1, 2, … 6. */
export const RETRY_DELAYS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** The first attempt and its six retries. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** A retry is never early and at most this much late, so that a recovered receiver is not hit in one burst. */
export const MAX_JITTER_MS = 5_000

/**
 * When to try again after automatic attempt `attempt` (1 is the first) failed at `failedAt`; `null` when
 * that was the last one and the delivery is failed.
 *
 * @param random a number in [0, 1), as `Math.random` gives
 * @throws RangeError when `attempt` is not an integer from 1 to 7
 */
export function nextAttempt({
  attempt,
  failedAt,
  random = Math.random,
}: {
  attempt: number
  failedAt: Date
  random?: () => number
}): Date | null {
  if (!Number.isInteger(attempt) || attempt < 1 || attempt > MAX_ATTEMPTS) {
    throw new RangeError(`attempt must be an integer from 1 to ${MAX_ATTEMPTS}, got ${attempt}`)
  }
  const delay = RETRY_DELAYS_MS[attempt - 1]
  if (delay === undefined) return null
  return new Date(failedAt.getTime() + delay + Math.floor(random() * MAX_JITTER_MS))
}
