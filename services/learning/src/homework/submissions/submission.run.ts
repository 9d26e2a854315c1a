// Homework by the clock: claims lapse, absences begin, reviews are overdue.
import { builder } from '../../builder.ts'
import { beginAbsence } from '../curators/absence.task.ts'
import { isAbsent, scopeOf } from '../curators/curator.store.ts'
import { endScope } from '../curators/end-scope.task.ts'
import { release } from './moves.ts'
import { releaseHeld } from './release-held.ts'
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

export const endScopeTask = builder.task(endScope, async ({ payload, emit, work }, stores) => {
  const { curator_id, ...scope } = payload
  const isMore = await releaseHeld(
    (held, most) => held.byScopeAlone(curator_id, scope, most),
    { emit, work },
    stores,
  )
  return isMore ? { state: {} } : undefined
})

export const beginAbsenceTask = builder.task(beginAbsence, async ({ payload, now, emit, work }, stores) => {
  const assignment = await stores.curators.find(payload.curator_assignment_id)
  if (!assignment || !isAbsent(assignment, now)) return
  const { curator_id } = assignment
  const scope = scopeOf(assignment)
  const isMore = await releaseHeld(
    (held, most) => held.inScope(curator_id, scope, most),
    { emit, work },
    stores,
  )
  return isMore ? { state: {} } : undefined
})
