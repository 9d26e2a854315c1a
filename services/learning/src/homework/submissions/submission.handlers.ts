import { newId, Refused } from '@lms/contract'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import { fulfill } from '../../study/progress/enter.ts'
import { openTo, studyOf } from '../../study/schedule/study-in-lesson.ts'
import { reviewerRefusals } from '../review-queue/reviewer.contract.ts'
import { linksToFiles } from './answer-files.ts'
import { claim } from './claim.ts'
import { homeworkTerms } from './homework-terms.ts'
import {
  accept,
  giveBack,
  latenessNow,
  release,
  renewClaim,
  revise,
  send,
  type Terms,
  take,
  withdraw,
} from './moves.ts'
import { newSubmission } from './new-submission.ts'
import { submissions as operations, refusals } from './submission.contract.ts'
import { maxFileLinks } from './submission.object.ts'
import { isReturned } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'

/** Refuses work on what is decided, or being decided. */
function refuseTaken({ status }: SubmissionRow): void {
  if (status === 'accepted') throw new Refused(refusals.submission_accepted)
  if (status === 'in_review') throw new Refused(refusals.submission_in_review)
}

/** Refuses a decision about what is not sent, or is in another curator's hands. */
function refuseForeign(row: SubmissionRow, reviewer: string | null, now: string): void {
  if (['draft', 'returned', 'withdrawn'].includes(row.status)) throw new Refused(refusals.submission_unsent)
  const lapsed = row.claim_expires_at !== null && row.claim_expires_at <= now
  if (row.status === 'in_review' && row.curator_id !== reviewer && !lapsed)
    throw new Refused(refusals.claimed_by_other)
}

/** Refuses a reviewer who is the student. A program without a person is nobody's student. */
function refuseOwn({ user_id }: SubmissionRow, reviewer: string | null): void {
  if (user_id === reviewer) throw new Refused(refusals.submission_own)
}

/** The terms under which an answer is sent now; refuses a closed lesson. What was returned is sent again also after its end. */
async function termsOf(
  enrollment: EnrollmentRow | null,
  { lesson_id, course_id }: Pick<SubmissionRow, 'lesson_id' | 'course_id'>,
  { present, now }: { present: SubmissionRow | null; now: string },
  stores: Stores,
): Promise<Terms> {
  const [{ due_at }, course, { time_zone }] = await Promise.all([
    openTo(enrollment, lesson_id, stores, now, { afterEnd: present !== null && isReturned(present) }),
    stores.courses.find(course_id),
    stores.school.get(),
  ])
  const { group_id = null, freezes = [] } = enrollment ?? {}
  return { due_at, group_id, zone: course?.time_zone ?? time_zone, freezes, now }
}

export const submissionHandlers = builder.implement(
  operations,
  {
    list: ({ query }, { submissions }) => submissions.page(query),

    // The row of the enrollment is locked first: one submission for each assignment.
    create: async (input, stores) => {
      const { body, now, emit, work } = input
      const { submissions, submissionFiles, assignments } = stores
      const { assignment_id, enrollment_id, status, ...content } = body
      const seen = await assignments.find(assignment_id)
      if (!seen) throw new Refused(refusals.assignment_unknown)
      const enrollment = await studyOf(enrollment_id, seen.course_id, stores)
      const assignment = await assignments.hold(seen.id)
      if (!assignment) throw new Refused(refusals.assignment_unknown)
      const present = await submissions.lockOf(enrollment.id, assignment.id)
      const terms = await termsOf(enrollment, assignment, { present, now }, stores)
      if (present?.status === 'accepted') throw new Refused(refusals.submission_accepted)
      if (present && ['submitted', 'in_review'].includes(present.status))
        throw new Refused(refusals.submission_waiting)
      if (present) {
        const row = submissions.save(present, content)
        submissionFiles.replace(row.id, row.file_ids, present.file_ids)
        return status === 'draft' ? row : send(row, assignment, terms, { emit, now, work }, stores)
      }
      const fresh = {
        ...submissions.fresh(newId('sub')),
        ...newSubmission(enrollment, assignment),
        ...content,
        school_id: enrollment.school_id,
      }
      if (status === 'draft') submissionFiles.note(fresh.id, fresh.file_ids)
      return status === 'draft'
        ? submissions.insert(fresh)
        : send(fresh, assignment, { ...terms, isNew: true }, { emit, now, work }, stores)
    },

    claim: (input, stores) => claim(input, stores),

    get: async (input, { submissions, submissionFiles }) => {
      const [row, files] = await Promise.all([
        submissions.get(input.path.id),
        submissionFiles.of(input.path.id, maxFileLinks),
      ])
      return { ...row, links: await linksToFiles(files, input) }
    },

    update: async (input, stores) => {
      const { path, body, now, emit, work } = input
      const { submissions, submissionFiles, enrollments, assignments } = stores
      const { status, ...content } = body
      const seen = await submissions.get(path.id)
      const enrollment = await enrollments.lockSeen(seen.enrollment_id)
      const row = await submissions.lock(path.id)
      refuseTaken(row)
      const terms = await termsOf(enrollment, row, { present: row, now }, stores)
      const saved = submissions.save(row, content)
      const isSent = row.status === 'submitted'
      if (saved === row && (isSent || !status)) return row
      const assignment = await assignments.ofSubmission(row.assignment_id)
      let latestRow = saved
      if (isSent) latestRow = revise(row, saved, assignment, terms, { emit, now }, stores)
      else if (status) latestRow = send(saved, assignment, terms, { emit, now, work }, stores)
      // After the attempt, which may show what is gone by now.
      submissionFiles.replace(latestRow.id, latestRow.file_ids, row.file_ids)
      return latestRow
    },

    withdraw: async ({ path, now, emit, work }, stores) => {
      const { submissions } = stores
      const row = await submissions.lock(path.id)
      if (row.status === 'accepted') throw new Refused(refusals.submission_accepted)
      if (row.status === 'draft') submissions.forget(row)
      else if (row.status !== 'withdrawn') withdraw(row, { emit, now, work }, stores)
      return { id: row.id, deleted: row.status === 'draft' }
    },

    assign: async ({ path, body, caller, now, emit, work, runtime }, stores) => {
      const { curator_id } = body
      const { submissions, people } = stores
      const known = curator_id !== null && (await people.exists(curator_id, runtime))
      const [present, row] = await Promise.all([
        people.holdAll(known ? [curator_id] : []),
        submissions.lock(path.id),
      ])
      if (row.status === 'accepted') throw new Refused(refusals.submission_accepted)
      if (caller.role === 'curator') {
        refuseForeign(row, caller.user, now)
        if (curator_id !== null && curator_id !== caller.user)
          throw new Refused(reviewerRefusals.curator_unknown)
      } else refuseForeign(row, row.curator_id, now)
      if (curator_id === null) {
        if (row.status !== 'in_review') return row
        const free = release(row, { emit }, stores)
        renewClaim(free, work)
        return free
      }
      if (!present.has(curator_id)) throw new Refused(reviewerRefusals.curator_unknown)
      refuseOwn(row, curator_id)
      return take(row, { curator_id, claimed: false }, { emit, now, work }, stores)
    },

    accept: async ({ path, body, caller, now, emit, work }, stores) => {
      const { submissions, enrollments, assignments, people } = stores
      const seen = await submissions.get(path.id)
      // What an acceptance completes locks the enrollment: it comes first, as where an answer is sent.
      const [, locked, row] = await Promise.all([
        people.holdCaller(caller),
        enrollments.lockPairs([seen]),
        submissions.lock(path.id),
      ])
      if (row.status !== 'accepted') refuseForeign(row, caller.user, now)
      refuseOwn(row, caller.user)
      const assignment = await assignments.ofSubmission(row.assignment_id)
      const [schedule] = await homeworkTerms([...locked.values()], stores, now)
      const terms = schedule?.termsOf(row)
      const lateness = terms ? latenessNow(row.history, assignment, terms) : null
      const accepted = accept(
        row,
        assignment,
        { ...body, reviewer: caller.user, lateness },
        { emit, now, work },
        stores,
      )
      if (row.status !== 'accepted' && (await submissions.acceptedAllBut(row)))
        await fulfill(row, 'homework', stores, work)
      return accepted
    },

    giveBack: async ({ path, body, caller, now, emit, work }, stores) => {
      const [, row] = await Promise.all([stores.people.holdCaller(caller), stores.submissions.lock(path.id)])
      if (!isReturned(row) && row.status !== 'accepted') refuseForeign(row, caller.user, now)
      refuseOwn(row, caller.user)
      const assignment = await stores.assignments.ofSubmission(row.assignment_id)
      return giveBack(row, assignment, { ...body, reviewer: caller.user }, { emit, now, work }, stores)
    },
  },
  { ...expanders, attempts: (ids, { submissions }) => submissions.attemptsOf(ids) },
)
