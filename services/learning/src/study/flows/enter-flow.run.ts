import { builder } from '../../builder.ts'
import { release, renewClaim } from '../../homework/submissions/moves.ts'
import type { SubmissionRow } from '../../homework/submissions/submission.store.ts'
import { enterFlow } from '../enrollments/enter-flow.task.ts'

const decided = new Set<SubmissionRow['status']>(['accepted', 'withdrawn'])

export const enterFlowTask = builder.task(enterFlow, async ({ payload, emit, work }, stores) => {
  const { enrollments, reviewQueue, submissions } = stores
  const study = await enrollments.lockSeen(payload.enrollment_id)
  if (!study) return
  const { id, group_id } = study
  const rows = await submissions.lockOfEnrollments([id])
  const staleIds = await submissions.leftBehind(id, group_id)
  for (const row of rows.values()) {
    if (row.group_id === group_id || decided.has(row.status)) continue
    if (staleIds.has(row.id)) renewClaim(release(row, { emit }, stores, group_id), work)
    else {
      const saved = submissions.save(row, { group_id })
      if (saved.status === 'submitted') reviewQueue.add(saved)
    }
  }
})
