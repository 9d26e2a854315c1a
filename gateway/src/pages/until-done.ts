// A form that was sent twice at the same time: both get the answer of the first.
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@lms/contract'

/** A form under way is asked for again so often, each time after this many milliseconds. */
const maxLooks = 10
const lookAgainMs = 300

/** The same form, sent again while it is under way, gets the same answer. */
export async function untilDone<T>(order: () => Promise<T>): Promise<T> {
  for (let look = 1; ; look++) {
    try {
      return await order()
    } catch (error) {
      const underWay = error instanceof ApiError && error.reason === 'idempotency_in_progress'
      if (!underWay || look === maxLooks) throw error
      await wait(lookAgainMs)
    }
  }
}
