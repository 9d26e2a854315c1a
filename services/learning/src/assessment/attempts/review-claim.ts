// Attempts whose open answers wait for a review: in the queue, or with a curator, for a term if they were claimed.
import { formatTime, type Id } from '@lms/contract'
import { cancelTasks, enqueue, type UnitOfWork, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { claimEnd, reviewDue } from '../../homework/review-queue/review-terms.ts'
import { waitsForReview } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { lapseReview } from './attempt.task.ts'

type Parts = Pick<Stores, 'attempts' | 'reviewQueue'>

/** Gives a locked attempt that waits to a curator: for a term, if it was claimed. */
export function takeAttempt(
  row: AttemptRow,
  { curator_id, claimed }: { curator_id: Id<'usr'>; claimed: boolean },
  { now, work }: Pick<Work, 'now' | 'work'>,
  { attempts, reviewQueue }: Parts,
): AttemptRow {
  const claim_expires_at = claimed ? formatTime(claimEnd(now)) : null
  const saved = attempts.save(row, { curator_id, claim_expires_at })
  reviewQueue.drop(saved.id)
  renewAttemptClaim(saved, work)
  return saved
}

/** Looks again when the claim ends; without one, not at all. */
export function renewAttemptClaim(
  { id, claim_expires_at }: Pick<AttemptRow, 'id' | 'claim_expires_at'>,
  work: UnitOfWork,
): void {
  if (claim_expires_at === null) cancelTasks(work, lapseReview, [id])
  else enqueue(work, lapseReview, { attempt_id: id }, { key: id, at: new Date(claim_expires_at) })
}

/**
 * Returns a locked attempt to the queue, of its flow or of another. Its claim is over: the caller cancels its task, unless
 * it is that task.
 */
export function releaseAttempt(
  row: AttemptRow,
  { attempts, reviewQueue }: Parts,
  group_id = row.group_id,
): AttemptRow {
  const free = attempts.save(row, { curator_id: null, claim_expires_at: null, group_id })
  reviewQueue.add(free)
  return free
}

/**
 * What a new score does to the review of an attempt: with open answers that nobody has scored it waits in the queue from now
 * on, and without them nobody has it in review any more.
 */
export async function followReview(
  before: AttemptRow,
  row: AttemptRow,
  work: UnitOfWork,
  { attempts, quizzes, reviewQueue }: Parts & Pick<Stores, 'quizzes'>,
): Promise<AttemptRow> {
  if (waitsForReview(row) === waitsForReview(before)) return row
  if (waitsForReview(row)) {
    const due = reviewDue(work.now, { review_hours: await quizzes.reviewHours(row.quiz_id) })
    const waiting = attempts.save(row, {
      ...{ curator_id: null, claim_expires_at: null },
      review_due_at: formatTime(due),
    })
    reviewQueue.add(waiting)
    return waiting
  }
  reviewQueue.drop(row.id)
  cancelTasks(work, lapseReview, [row.id])
  return attempts.save(row, { claim_expires_at: null })
}
