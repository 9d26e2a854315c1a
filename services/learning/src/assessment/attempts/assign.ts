// Who reviews an attempt, by the word of staff.
import { type Caller, type Id, Refused } from '@lms/contract'
import type { SchoolRuntime, Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { reviewerRefusals } from '../../homework/review-queue/reviewer.contract.ts'
import { refusals } from './attempt.contract.ts'
import { waitsForReview } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { releaseAttempt, renewAttemptClaim, takeAttempt } from './review-claim.ts'

/** Refuses the review of an attempt that is in another curator's hands, until their claim ends. */
export function refuseReviewedByOther(attempt: AttemptRow, caller: Caller, now: string): void {
  const { curator_id, claim_expires_at } = attempt
  if (!waitsForReview(attempt) || curator_id === null || curator_id === caller.user) return
  const lapsed = claim_expires_at !== null && claim_expires_at <= now
  if (!lapsed) throw new Refused(refusals.attempt_in_review)
}

interface Assigning extends Pick<Work, 'now' | 'work'> {
  caller: Caller
  runtime: SchoolRuntime
}

/** Gives a locked attempt that waits to a curator, or returns it to the queue. Curators act for themselves. */
export async function assignAttempt(
  attempt: AttemptRow,
  curator_id: Id<'usr'> | null,
  { caller, now, runtime, work }: Assigning,
  stores: Stores,
): Promise<AttemptRow> {
  if (!waitsForReview(attempt)) throw new Refused(refusals.attempt_not_waiting)
  if (caller.role === 'curator') {
    refuseReviewedByOther(attempt, caller, now)
    if (curator_id !== null && curator_id !== caller.user) throw new Refused(reviewerRefusals.curator_unknown)
  }
  if (curator_id === null) {
    if (attempt.curator_id === null) return attempt
    const free = releaseAttempt(attempt, stores)
    renewAttemptClaim(free, work)
    return free
  }
  const { people } = stores
  if (!(await people.exists(curator_id, runtime)) || !(await people.holdPresent(curator_id)))
    throw new Refused(reviewerRefusals.curator_unknown)
  if (curator_id === attempt.user_id) throw new Refused(refusals.attempt_own)
  return takeAttempt(attempt, { curator_id, claimed: false }, { now, work }, stores)
}
