// Whoever is deleted, blocked or no curator any more reviews nothing: what they have in review goes back to the queue.
import { type Envelope, isAtLeast } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { type User, userAnonymized, userDeleted, userUpdated } from '@lms/users/contract'
import { builder, type Stores } from '../../builder.ts'
import { releaseHeld } from './release-held.ts'
import type { submissionAssigned } from './submission.contract.ts'
import { releaseReviews } from './submission.task.ts'

export const onCuratorUpdated = builder.reaction('curator-updated', userUpdated, giveBackReviews)
export const onCuratorDeleted = builder.reaction('curator-deleted', userDeleted, giveBackReviews)
export const onCuratorAnonymized = builder.reaction('curator-anonymized', userAnonymized, giveBackReviews)

async function giveBackReviews(
  { event, emit, work }: Work<typeof submissionAssigned> & { event: Envelope<User> },
  stores: Stores,
): Promise<void> {
  const { id, role, status } = event.data.object
  if (status === 'active' && isAtLeast(role, 'curator')) return
  if (await releaseSome(id, { emit, work }, stores))
    enqueue(work, releaseReviews, { curator_id: id }, { key: id })
}

export const releaseReviewsTask = builder.task(releaseReviews, async ({ payload, emit, work }, stores) =>
  (await releaseSome(payload.curator_id, { emit, work }, stores)) ? { state: {} } : undefined,
)

/** Releases the first of what a person has in review; whether there may be more. */
const releaseSome = (
  curatorId: string,
  at: Pick<Work<typeof submissionAssigned>, 'emit' | 'work'>,
  stores: Stores,
): Promise<boolean> => releaseHeld((held, most) => held.of(curatorId, most), at, stores)
