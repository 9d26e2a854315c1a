// What happens to a submission, with everything that follows from it: queue, grade, terms, events.
import { formatTime, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type UnitOfWork, type Work } from '@lms/service-host'
import type { GradeState } from '../../assessment/gradebook/gradebook.contract.ts'
import type { Stores } from '../../builder.ts'
import type { AssignmentRow } from '../assignments/assignment.store.ts'
import type { CriterionInput } from '../assignments/rubric.ts'
import { claimEnd, reviewDue } from '../review-queue/review-terms.ts'
import { graded, reviewed } from './by-rubric.ts'
import {
  refusals,
  submissionAccepted,
  submissionAssigned,
  submissionCreated,
  submissionReturned,
  submissionUpdated,
} from './submission.contract.ts'
import { maxSubmissionAttempts, type Submission } from './submission.object.ts'
import { isReturned, isRework, type LessonTerms, latenessOf, scoreAfter } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'
import { lapseClaim, watchAnswer, watchReview } from './submission.task.ts'

export type Parts = Pick<Stores, 'submissions' | 'grades' | 'reviewQueue'>
type SubmissionEvent =
  | typeof submissionCreated
  | typeof submissionUpdated
  | typeof submissionAssigned
  | typeof submissionAccepted
  | typeof submissionReturned
export type At<E extends SubmissionEvent> = Pick<Work<E>, 'emit' | 'now' | 'work'>

/** Under which an answer is sent: the terms of the lesson, and the flow of its student now. */
export interface Terms extends LessonTerms, Pick<Submission, 'group_id'> {}

/** Sends the present answer of a locked submission, or of one that is `made` now, as its next attempt. */
export function send(
  row: SubmissionRow,
  assignment: AssignmentRow,
  { isNew = false, ...terms }: Terms & { isNew?: boolean },
  { emit, now, work }: At<typeof submissionCreated>,
  { submissions, grades, reviewQueue }: Parts,
): SubmissionRow {
  if (row.text.trim() === '' && row.file_ids.length === 0) throw new Refused(refusals.submission_empty)
  const number = row.number + 1
  if (number > maxSubmissionAttempts) throw new Refused(refusals.submission_attempts_limit_reached)
  const attempt = {
    ...{ number, status: 'submitted' as const, sent_at: now, changed_at: null },
    ...{ days_late: 0, score: null, decided_at: null, return_due_at: null },
  }
  const lateness = latenessNow([...row.history, attempt], assignment, terms)
  refuseLate(lateness, assignment)
  cancelTasks(work, watchAnswer, [row.id])
  const due = reviewDue(now, assignment)
  const changes = {
    ...{ number, sent_at: now, review_due_at: formatTime(due), ...lateness },
    ...{ curator_id: null, claim_expires_at: null, late: null, group_id: terms.group_id },
  }
  const sent = isNew
    ? submissions.insert({ ...row, ...changes, status: 'submitted' })
    : submissions.move(row, 'send', changes)
  submissions.keepAttempt(sent)
  reviewQueue.add(sent)
  enqueue(work, watchReview, { submission_id: sent.id, number }, { key: sent.id, at: due })
  grade(sent, 'submitted', assignment.max_score, grades)
  emit(submissionCreated, sent)
  return sent
}

type Lateness = Pick<SubmissionRow, 'due_at' | 'days_late' | 'history'>

/** How late the last of these attempts is by the deadline that holds now. */
export function latenessNow(
  history: SubmissionRow['history'],
  assignment: Pick<AssignmentRow, 'late'>,
  terms: LessonTerms,
): Lateness {
  const { due_at, days_late } = latenessOf(history, assignment, terms)
  return { due_at, days_late, history: [...history.slice(0, -1), { ...history.at(-1)!, days_late }] }
}

/** Refuses what is sent or changed too late. */
function refuseLate({ days_late, history }: Lateness, { late }: Pick<AssignmentRow, 'late'>): void {
  if (late === 'refuse' && days_late > 0 && !isRework(history)) throw new Refused(refusals.submission_late)
}

/** Replaces a locked answer that waits for its review by a changed one, which is as late as if it were sent now. */
export function revise(
  row: SubmissionRow,
  changed: SubmissionRow,
  assignment: AssignmentRow,
  terms: Terms,
  { emit, now }: Pick<At<typeof submissionUpdated>, 'emit' | 'now'>,
  { submissions }: Parts,
): SubmissionRow {
  if (changed.text.trim() === '' && changed.file_ids.length === 0)
    throw new Refused(refusals.submission_empty)
  const attempts = [...row.history.slice(0, -1), { ...row.history.at(-1)!, changed_at: now }]
  const lateness = latenessNow(attempts, assignment, terms)
  refuseLate(lateness, assignment)
  const saved = submissions.save(changed, lateness)
  submissions.keepAttempt(saved)
  emit(submissionUpdated, saved, { previous: row })
  return saved
}

/** Withdraws a sent answer. */
export function withdraw(
  row: SubmissionRow,
  { emit, now, work }: At<typeof submissionUpdated>,
  { submissions, grades, reviewQueue }: Parts,
): SubmissionRow {
  const withdrawnRow = submissions.move(row, 'withdraw', {
    ...{ curator_id: null, claim_expires_at: null },
    history: row.status === 'returned' ? row.history : decided(row, 'withdrawn', null, now),
  })
  forgetTerms(withdrawnRow, work, reviewQueue)
  grades.drop(withdrawnRow.enrollment_id, withdrawnRow.assignment_id)
  emit(submissionUpdated, withdrawnRow, { previous: row })
  return withdrawnRow
}

/** Gives a waiting or released answer to a curator: for a term, if it was claimed. */
export function take(
  row: SubmissionRow,
  { curator_id, claimed }: { curator_id: NonNullable<Submission['curator_id']>; claimed: boolean },
  { emit, now, work }: At<typeof submissionAssigned>,
  { submissions, reviewQueue }: Parts,
): SubmissionRow {
  const until = claimed ? claimEnd(now) : null
  const moves = row.status === 'in_review' ? (['release', 'take'] as const) : (['take'] as const)
  const claimedRow = submissions.move(row, moves, {
    curator_id,
    claim_expires_at: until && formatTime(until),
  })
  reviewQueue.drop(claimedRow.id)
  renewClaim(claimedRow, work)
  emit(submissionAssigned, claimedRow)
  return claimedRow
}

/** Looks again when the claim ends; without one, not at all. */
export function renewClaim({ id, claim_expires_at }: SubmissionRow, work: UnitOfWork): void {
  if (claim_expires_at === null) cancelTasks(work, lapseClaim, [id])
  else enqueue(work, lapseClaim, { submission_id: id }, { key: id, at: new Date(claim_expires_at) })
}

/**
 * Returns an answer in review to the queue, of its flow or of another. Its claim is over: the caller cancels its task,
 * unless it is that task.
 */
export function release(
  row: SubmissionRow,
  { emit }: Pick<At<typeof submissionAssigned>, 'emit'>,
  { submissions, reviewQueue }: Parts,
  group_id = row.group_id,
): SubmissionRow {
  const free = submissions.move(row, 'release', { curator_id: null, claim_expires_at: null, group_id })
  reviewQueue.add(free)
  emit(submissionAssigned, free)
  return free
}

interface Decision {
  reviewer: Submission['curator_id']
  comment: string
  criteria: readonly CriterionInput[]
}
interface Acceptance extends Decision {
  score: number | null
  waive_penalty: boolean
  lateness: Lateness | null
}

/** Accepts an answer, which is as late as `lateness` says, or as it was; once more to change its score. */
export function accept(
  row: SubmissionRow,
  assignment: AssignmentRow,
  { reviewer, comment, waive_penalty, lateness, ...sent }: Acceptance,
  { emit, now, work }: At<typeof submissionAccepted>,
  { submissions, grades, reviewQueue }: Parts,
): SubmissionRow {
  const { max_score } = assignment
  const { score, criteria } = reviewed(assignment, sent)
  const fits = max_score === null ? score === null : score !== null && score <= max_score
  if (!fits) throw new Refused(refusals.score_invalid)
  const { due_at, days_late, history } = lateness ?? row
  const counts = waive_penalty ? score : scoreAfter(score, days_late, assignment)
  const accepted = submissions.move(row, 'accept', {
    ...{ due_at, days_late },
    ...{ comment, criteria, given_score: score, score: counts, claim_expires_at: null, late: null },
    curator_id: reviewer ?? row.curator_id,
    accepted_at: row.accepted_at ?? now,
    history: decided({ history }, 'accepted', counts, now),
  })
  forgetTerms(accepted, work, reviewQueue)
  grade(accepted, 'accepted', max_score, grades)
  emit(submissionAccepted, accepted)
  return accepted
}

/** Returns an answer for rework; once more to change its deadline. */
export function giveBack(
  row: SubmissionRow,
  assignment: AssignmentRow,
  { reviewer, comment, due_at, criteria: sent }: Decision & { due_at: string | null },
  { emit, now, work }: At<typeof submissionReturned>,
  { submissions, grades, reviewQueue }: Parts,
): SubmissionRow {
  const criteria = graded(assignment, sent, { complete: false })
  const returned = submissions.move(row, 'return', {
    ...{ comment, criteria, due_at, claim_expires_at: null, late: null },
    ...{ accepted_at: null, score: null, given_score: null },
    curator_id: reviewer ?? row.curator_id,
    history: returnedUntil(isReturned(row) ? row.history : decided(row, 'returned', null, now), due_at, now),
  })
  forgetTerms(returned, work, reviewQueue)
  const { id, number } = returned
  if (due_at) enqueue(work, watchAnswer, { submission_id: id, number }, { key: id, at: new Date(due_at) })
  grade(returned, 'returned', assignment.max_score, grades)
  emit(submissionReturned, returned)
  return returned
}

/** The figures of all attempts with the decision about the last one. */
const decided = (
  { history }: Pick<SubmissionRow, 'history'>,
  status: 'accepted' | 'returned' | 'withdrawn',
  score: number | null,
  decided_at: string,
): SubmissionRow['history'] => [
  ...history.slice(0, -1),
  ...history.slice(-1).map(last => ({ ...last, status, score, decided_at })),
]

/** The last return gives this deadline now. */
function returnedUntil(
  history: SubmissionRow['history'],
  return_due_at: string | null,
  decided_at: string,
): SubmissionRow['history'] {
  const last = history.findLastIndex(({ status }) => status === 'returned')
  return history.map((each, index) => (index === last ? { ...each, decided_at, return_due_at } : each))
}

function forgetTerms({ id }: SubmissionRow, work: UnitOfWork, reviewQueue: Parts['reviewQueue']): void {
  reviewQueue.drop(id)
  cancelTasks(work, lapseClaim, [id])
  cancelTasks(work, watchReview, [id])
}

function grade(
  { enrollment_id, assignment_id, course_id, user_id, score, curator_id, updated_at }: SubmissionRow,
  status: GradeState,
  max_score: number | null,
  grades: Parts['grades'],
): void {
  grades.put({
    ...{ enrollment_id, course_id, user_id, curator_id, status, max_score },
    item_id: assignment_id,
    kind: 'homework',
    score: status === 'accepted' ? score : null,
    at: updated_at,
  })
}
