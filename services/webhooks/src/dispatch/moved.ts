// Where a delivery stands after an attempt.
import type { MoveOf } from '@lms/contract'
import type { Delivery } from '../deliveries/delivery.contract.ts'
import { deliveryLifecycle } from '../deliveries/delivery.lifecycle.ts'
import type { Outcome } from '../sending/outcome.ts'
import { nextAttempt } from '../sending/schedule.ts'
import type { Due } from './due.ts'
import type { Lane } from './lane.ts'

/**
 * What became of a due delivery. Without an outcome it ends unsent: its subscription or its event is gone, or the
 * subscription does not send such events any more.
 */
export interface Result {
  lane: Lane
  due: Due
  outcome: {
    /** The id of the attempt's row; null where it stands in its delivery's. */
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

// Only what is due is sent, and both states in which a delivery is due make the same moves.
const after = (move: MoveOf<typeof deliveryLifecycle>) => deliveryLifecycle.next('waiting_retry', move)!

/** Where a delivery stands after an attempt. A manual one is tried once. */
export function moved(result: Result): Moved {
  const { due, outcome } = result
  if (!outcome) return { ...result, status: after('fail'), attempts: due.attempts, nextAt: null }
  const attempts = due.attempts + 1
  if (outcome.sent.ok) return { ...result, status: after('deliver'), attempts, nextAt: null }
  const failedAt = new Date(outcome.startedAt.getTime() + outcome.sent.durationMs)
  const nextAt = due.manual ? null : nextAttempt({ attempt: attempts, failedAt })
  return { ...result, status: after(nextAt ? 'retry' : 'fail'), attempts, nextAt }
}
