// What a curator has in review goes back to the queue: homework, and attempts at quizzes.
import type { Work } from '@lms/service-host'
import { releaseAttempt, renewAttemptClaim } from '../../assessment/attempts/review-claim.ts'
import type { Stores } from '../../builder.ts'
import type { HeldReviews } from '../review-queue/held-reviews.ts'
import { release, renewClaim } from './moves.ts'
import type { submissionAssigned } from './submission.contract.ts'

/** Maximum rows of each kind that one step releases. */
export const releasedAtOnce = 100

/** Which of the held rows of one kind are released. */
type Which = <Row>(held: HeldReviews<Row>, most: number) => Promise<Row[]>

/** Releases the first of what a curator has in review; whether there may be more. */
export async function releaseHeld(
  which: Which,
  { emit, work }: Pick<Work<typeof submissionAssigned>, 'emit' | 'work'>,
  stores: Stores,
): Promise<boolean> {
  const homework = await which(stores.submissions.held, releasedAtOnce)
  const attempts = await which(stores.attempts.held, releasedAtOnce)
  for (const row of homework) renewClaim(release(row, { emit }, stores), work)
  for (const row of attempts) renewAttemptClaim(releaseAttempt(row, stores), work)
  return homework.length === releasedAtOnce || attempts.length === releasedAtOnce
}
