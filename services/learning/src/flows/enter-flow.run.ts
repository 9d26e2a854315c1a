import { builder, type Stores } from '../builder.ts'
import { enterFlow } from '../enrollments/enter-flow.task.ts'
import { release, renewClaim } from '../submissions/moves.ts'
import type { SubmissionRow } from '../submissions/submission.store.ts'

const decided = new Set<SubmissionRow['status']>(['accepted', 'withdrawn'])

export const enterFlowTask = builder.task(enterFlow, async ({ payload, emit, work }, stores) => {
  const { enrollments, reviewQueue, submissions } = stores
  const study = await enrollments.lockSeen(payload.enrollment_id)
  if (!study) return
  const { id, group_id } = study
  for (const row of (await submissions.lockOfEnrollments([id])).values()) {
    if (row.group_id === group_id || decided.has(row.status)) continue
    if (await isLeft(row, group_id, stores)) renewClaim(release(row, { emit }, stores, group_id), work)
    else {
      const saved = submissions.save(row, { group_id })
      if (saved.status === 'submitted') reviewQueue.add(saved)
    }
  }
})

/** Whether an answer is in review by a curator of its former flow, who may not review it for another reason. */
async function isLeft(
  { curator_id, group_id: from, id, status, user_id }: SubmissionRow,
  into: string | null,
  { curators, submissions }: Stores,
): Promise<boolean> {
  if (status !== 'in_review' || curator_id === null || from === null) return false
  const own = new Set(await curators.groupsOf(curator_id))
  if (!own.has(from) || (into !== null && own.has(into))) return false
  const held = await submissions.lockHeldWithoutScope(
    curator_id,
    { group_id: from, user_id, scope: into ?? '' },
    1000,
  )
  return held.some(row => row.id === id)
}
