// Whoever is deleted, blocked or no curator any more reviews nothing: what they have in review goes back to the queue.
import { type Envelope, isAtLeast, type Role } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { type User, userAnonymized, userDeleted, userUpdated } from '@lms/users/contract'
import { builder } from '../../builder.ts'
import { releaseHeld } from './release-held.ts'
import { releaseReviews } from './submission.task.ts'

/** Most events about people are about students, and change neither role nor status: a batch of them costs one look. */
export const onLostCurators = builder.batchReaction({
  name: 'lost-curators',
  // What is in review for hours may wait for as long as other readers of such events.
  restMs: 200,
  to: [userUpdated, userDeleted, userAnonymized],
  // A task of the same key takes the place of one that waits.
  repeatable: true,
  prepare: async () => null,
  run: async ({ events, work, requestOf }) => {
    for (const event of (events as readonly Envelope<User>[]).filter(mayHoldReviews))
      enqueue(
        work,
        releaseReviews,
        { curator_id: event.data.object.id },
        { key: event.data.object.id, follows: { requestId: requestOf(event), causeId: event.id } },
      )
  },
})

/** Whether an event may have ended the work of a curator. */
function mayHoldReviews({ type, data: { object, previous } }: Envelope<User>): boolean {
  const { role, status } = object
  if (status === 'active' && isAtLeast(role, 'curator')) return false
  // An erasure does not say what the person was.
  if (type === userAnonymized.type) return true
  const { role: before = role, status: statusBefore } = (previous ?? {}) as { role?: Role; status?: string }
  const hasChanged = type !== userUpdated.type || before !== role || statusBefore !== undefined
  return hasChanged && isAtLeast(before, 'curator')
}

export const releaseReviewsTask = builder.task(releaseReviews, async ({ payload, emit, work }, stores) =>
  (await releaseHeld((held, most) => held.of(payload.curator_id, most), { emit, work }, stores))
    ? { state: {} }
    : undefined,
)
