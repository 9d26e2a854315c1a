// Pure decisions about charges: no clock, database or request.
import { Refused } from '@lms/contract'
import type { Payment } from '../../objects/payment.object.ts'
import type { ChargeOutcome } from '../providers/adapter/adapter.ts'
import { chargeRefusals } from './charge.contract.ts'

/**
 * The move of a payment when an outcome arrives, in any order and any number of times; null for none. A success after a
 * failure counts, because the money is there. Nothing follows a success.
 */
export function chargeMove(
  status: 'pending' | 'succeeded' | 'failed',
  outcome: ChargeOutcome['status'],
): 'succeed' | 'fail' | null {
  if (outcome === 'succeeded') return status === 'succeeded' ? null : 'succeed'
  return outcome === 'failed' && status === 'pending' ? 'fail' : null
}

type Dispute = Payment['dispute']
export type ReportedDispute = NonNullable<Dispute> | 'withdrawn'

/** The state of a dispute after a report; its end may arrive before its beginning, which then changes nothing. */
export function disputeAfter(present: Dispute, reported: ReportedDispute): Dispute {
  if (reported === 'withdrawn') return present === 'open' ? null : present
  return reported === 'open' && present !== null ? present : reported
}

/** Refuses a charge of more than is due; `underWay` is the sum of payments whose outcome is still open. */
export function refuseBeyondDue(amount: number, { due, underWay }: { due: number; underWay: number }): void {
  if (amount < 1 || amount > due) throw new Refused(chargeRefusals.nothing_due)
  if (amount + underWay > due) throw new Refused(chargeRefusals.payment_under_way)
}
