import { type Id, id } from '@lms/contract'
import { cancelTasks, enqueue, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'
import { lastMoment } from './attempt.rules.ts'

/** Ends an attempt whose time is over, and scores what was saved. */
export const endAttempt = task('end-attempt', {
  payload: z.object({ attempt_id: id('att') }),
  // It counts in no budget until it is due.
  counted: false,
})

/** Ends the claim of a review whose holder gave no sign for its term. */
export const lapseReview = task('lapse-review', {
  payload: z.object({ attempt_id: id('att') }),
  counted: false,
})

/** Has an attempt ended when its answers no longer count. */
export function armEnd(work: UnitOfWork, attempt: { id: Id<'att'>; ends_at: string | null }): void {
  const at = lastMoment(attempt)
  if (at) enqueue(work, endAttempt, { attempt_id: attempt.id }, { key: attempt.id, at })
  else cancelTasks(work, endAttempt, [attempt.id])
}
