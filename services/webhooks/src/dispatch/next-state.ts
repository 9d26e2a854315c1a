// The state of a delivery after an attempt.
import type { MoveOf } from '@lms/contract'
import type { Delivery } from '../deliveries/delivery.contract.ts'
import { deliveryLifecycle } from '../deliveries/delivery.lifecycle.ts'
import type { Outcome } from '../sending/outcome.ts'
import { nextAttempt } from '../sending/schedule.ts'
import type { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'

/**
 * The result of a due delivery. Without an outcome it ends unsent: its subscription or its event is gone, or the
 * subscription no longer sends such events.
 */
export interface Result {
  channel: Channel
  due: Due
  outcome: {
    /** The id of the attempt's row, made at the first try to write it; null before, and if the attempt needs no row. */
    attempt: string | null
    startedAt: Date
    sent: Outcome
  } | null
}

export interface Moved extends Result {
  status: Delivery['status']
  attempts: number
  nextAt: Date | null
}

// Only due deliveries are sent, and both states of a due delivery have the same moves.
const after = (move: MoveOf<typeof deliveryLifecycle>) => deliveryLifecycle.next('waiting_retry', move)!

/** The state of a delivery after an attempt. A manual one has one attempt; one that failed on the server has had its time. */
export function moved(result: Result): Moved {
  const { due, outcome } = result
  if (!outcome) return { ...result, status: after('fail'), attempts: due.attempts, nextAt: null }
  const attempts = due.attempts + 1
  if (outcome.sent.ok) return { ...result, status: after('deliver'), attempts, nextAt: null }
  const failedAt = new Date(outcome.startedAt.getTime() + outcome.sent.durationMs)
  const nextAt = due.manual || outcome.sent.ours ? null : nextAttempt({ attempt: attempts, failedAt })
  return { ...result, status: after(nextAt ? 'retry' : 'fail'), attempts, nextAt }
}
