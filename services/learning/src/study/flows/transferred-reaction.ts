// A student who was moved to another flow studies on there. Of several transfers the last may be heard first, and finds
// nothing to move: so each brings what it finds to where the student is now.
import { groupTransferred } from '@lms/users/contract'
import { releaseAttempt, renewAttemptClaim } from '../../assessment/attempts/review-claim.ts'
import { builder } from '../../builder.ts'
import { release, renewClaim } from '../../homework/submissions/moves.ts'
import { flowAfterTransfer } from '../enrollments/enrollment.rules.ts'
import { keyOf } from '../rights/right.store.ts'

/** Maximum answers of one student that a curator has in review. */
const maxHeld = 1000

export const onGroupTransferred = builder.reaction(
  'group-transferred',
  groupTransferred,
  async ({ event, emit, work }, stores) => {
    const { user_id, from_group_id, to_group_id, from_curator_id, to_curator_id } = event.data.object
    const { attempts, enrollments, openings, reviewQueue, rights, submissions } = stores
    // One after the other: of two, the second finds what the first has moved.
    await rights.holdCopy()
    const rows = await enrollments.lockInFlow(user_id, from_group_id)
    const [currentRights, present] = await Promise.all([rights.ofPairs(rows), rights.flowsOf(user_id)])
    const heldBy = Map.groupBy(currentRights, keyOf)
    const moved: string[] = []
    for (const row of rows) {
      const own = heldBy.get(keyOf(row)) ?? []
      const group_id = flowAfterTransfer(to_group_id, present, own)
      if (group_id === to_group_id) moved.push(row.id)
      enrollments.settle(
        group_id === to_group_id ? { ...row, group_id } : enrollments.enter(row, group_id),
        own,
      )
    }
    if (moved.length === 0) return
    openings.keepTold(moved, from_group_id)
    // What waits for a review waits for the curators of the new flow.
    if (from_curator_id && from_curator_id !== to_curator_id) {
      const left = { group_id: from_group_id, user_id, scope: to_group_id }
      for (const row of await submissions.held.withoutScope(from_curator_id, left, maxHeld))
        if (moved.includes(row.enrollment_id)) renewClaim(release(row, { emit }, stores, to_group_id), work)
      for (const row of await attempts.held.withoutScope(from_curator_id, left, maxHeld))
        if (moved.includes(row.enrollment_id))
          renewAttemptClaim(releaseAttempt(row, stores, to_group_id), work)
    }
    submissions.enterFlow(moved, from_group_id, to_group_id)
    attempts.enterFlow(moved, from_group_id, to_group_id)
    reviewQueue.enterFlow(moved, from_group_id, to_group_id)
  },
  { knowsPresent: true },
)
