// Homework by the clock: claims lapse, absences begin, reviews are overdue.
import { builder } from '../../builder.ts'
import { beginAbsence } from '../curators/absence.task.ts'
import { isAbsent, scopeOf } from '../curators/curator.store.ts'
import { release, renewClaim } from './moves.ts'
import { submissionOverdue } from './submission.contract.ts'
import { lapseClaim, watchReview } from './submission.task.ts'

export const lapseClaimTask = builder.task(lapseClaim, async ({ payload, now, emit }, stores) => {
  const row = await stores.submissions.lockAny(payload.submission_id)
  if (row?.status !== 'in_review' || row.claim_expires_at === null || row.claim_expires_at > now) return
  release(row, { emit }, stores)
})

export const watchReviewTask = builder.task(watchReview, async ({ payload, emit }, { submissions }) => {
  const row = await submissions.lockAny(payload.submission_id)
  const waits = row && (row.status === 'submitted' || row.status === 'in_review')
  if (!waits || row.number !== payload.number || row.late === 'curator') return
  emit(submissionOverdue, submissions.save(row, { late: 'curator' }))
})

const releasedAtOnce = 100

export const beginAbsenceTask = builder.task(beginAbsence, async ({ payload, now, emit, work }, stores) => {
  const assignment = await stores.curators.find(payload.curator_assignment_id)
  if (!assignment || !isAbsent(assignment, now)) return
  const { kind, id } = scopeOf(assignment)
  const claimedRows = await stores.submissions.lockHeldBy(assignment.curator_id, { kind, id }, releasedAtOnce)
  for (const row of claimedRows) renewClaim(release(row, { emit }, stores), work)
  return claimedRows.length === releasedAtOnce ? { state: {} } : undefined
})
