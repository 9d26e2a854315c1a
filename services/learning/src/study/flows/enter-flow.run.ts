import { waitsForReview } from '../../assessment/attempts/attempt.rules.ts'
import { releaseAttempt, renewAttemptClaim } from '../../assessment/attempts/review-claim.ts'
import { builder } from '../../builder.ts'
import { release, renewClaim } from '../../homework/submissions/moves.ts'
import type { SubmissionRow } from '../../homework/submissions/submission.store.ts'
import { enterFlow } from '../enrollments/enter-flow.task.ts'

const decided = new Set<SubmissionRow['status']>(['accepted', 'withdrawn'])

export const enterFlowTask = builder.task(enterFlow, async ({ payload, emit, work }, stores) => {
  const { attempts, enrollments, reviewQueue, submissions } = stores
  const study = await enrollments.lockSeen(payload.enrollment_id)
  if (!study) return
  const { id, group_id } = study
  const rows = await submissions.lockOfEnrollments([id])
  const undecided = await attempts.lockUndecided(id)
  const staleIds = new Set([
    ...(await submissions.held.leftBehind(id, group_id)),
    ...(await attempts.held.leftBehind(id, group_id)),
  ])
  for (const row of rows.values()) {
    if (row.group_id === group_id || decided.has(row.status)) continue
    if (staleIds.has(row.id)) renewClaim(release(row, { emit }, stores, group_id), work)
    else {
      const saved = submissions.save(row, { group_id })
      if (saved.status === 'submitted') reviewQueue.add(saved)
    }
  }
  for (const row of undecided) {
    if (row.group_id === group_id) continue
    if (staleIds.has(row.id)) renewAttemptClaim(releaseAttempt(row, stores, group_id), work)
    else {
      const saved = attempts.save(row, { group_id })
      if (waitsForReview(saved) && saved.curator_id === null) reviewQueue.add(saved)
    }
  }
})
