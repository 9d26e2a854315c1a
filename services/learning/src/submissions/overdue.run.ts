// Homework that was not sent by its deadline: of a first answer by the schedule of its student, of a returned one by the
// deadline that was given with the return.
import { newId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { AssignmentRow } from '../assignments/assignment.store.ts'
import { builder, type Stores } from '../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { watchHomework } from '../openings/opening.task.ts'
import { schedulesOf } from '../schedule/enrollment-schedule.ts'
import { newSubmission } from './new-submission.ts'
import { submissionOverdue } from './submission.contract.ts'
import { isReturned } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'
import { watchAnswer } from './submission.task.ts'

type Emit = Work<typeof submissionOverdue>['emit']

export const watchHomeworkTask = builder.batch(
  watchHomework,
  async ({ payloads, work, now, emit }, stores) => {
    const seen = await stores.enrollments.many(payloads.map(({ enrollment_id }) => enrollment_id))
    // The clock of another study stands still; once it runs again its openings are looked at.
    const locked = await stores.enrollments.lockPairs(seen)
    const rows = [...locked.values()].filter(({ status }) => status === 'active')
    const schedules = await schedulesOf(rows, stores, now)
    const homework = Map.groupBy(
      await stores.assignments.ofLessons([
        ...new Set(schedules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id))),
      ]),
      ({ lesson_id }) => lesson_id,
    )
    const begunBy = await stores.submissions.lockOfEnrollments(rows.map(({ id }) => id))
    for (const { enrollment, lessons } of schedules) {
      const dates = lessons.filter(
        ({ lesson_id, completed_at }) => completed_at === null && homework.has(lesson_id),
      )
      const ahead = dates.flatMap(({ deadline_at }) => (deadline_at && deadline_at > now ? deadline_at : []))
      const next = ahead.toSorted()[0]
      if (next)
        enqueue(
          work,
          watchHomework,
          { enrollment_id: enrollment.id },
          { key: enrollment.id, at: new Date(next) },
        )
      for (const { lesson_id, deadline_at, status } of dates) {
        const isAhead = deadline_at === null || deadline_at > now
        // Who enrolled later, or never saw the lesson, has let nothing pass.
        if (!isAhead && (status === 'closed' || deadline_at <= enrollment.created_at)) continue
        for (const assignment of homework.get(lesson_id)!) {
          const present = begunBy.get(`${enrollment.id} ${assignment.id}`) ?? null
          if (isAhead) forgive(present, deadline_at, stores)
          else tellOverdue({ present, enrollment, assignment, deadline_at }, emit, stores)
        }
      }
    }
  },
)

interface Missed {
  present: SubmissionRow | null
  enrollment: EnrollmentRow
  assignment: AssignmentRow
  deadline_at: string
}

/** Of an answer that has not been sent since: after a return its own deadline counts. */
const isUnsent = (row: SubmissionRow) =>
  (row.status === 'draft' || row.status === 'withdrawn') && !isReturned(row)

/** A missed homework whose deadline lies ahead again, or is gone, is in time. */
function forgive(
  present: SubmissionRow | null,
  deadline_at: string | null,
  { submissions }: Pick<Stores, 'submissions'>,
): void {
  if (present?.late === 'student' && isUnsent(present)) submissions.save(present, { deadline_at, late: null })
}

/** Tells a missed deadline once, and one to which it was extended; the event needs a submission, so one begins as an empty draft. */
function tellOverdue(
  { present, enrollment, assignment, deadline_at }: Missed,
  emit: Emit,
  { submissions }: Pick<Stores, 'submissions'>,
): void {
  if (!present) {
    const draft = { text: '', file_ids: [], deadline_at, late: 'student' as const }
    const fresh = submissions.fresh(newId('sub'))
    emit(
      submissionOverdue,
      submissions.insert({ ...fresh, ...newSubmission(enrollment, assignment), ...draft }),
    )
    return
  }
  const isTold = present.late !== null && present.deadline_at !== null && deadline_at <= present.deadline_at
  if (!isUnsent(present) || isTold) return
  const late = submissions.save(present, { deadline_at, late: 'student' })
  // Nobody but its student sees a draft.
  emit(submissionOverdue, late.status === 'draft' ? { ...late, text: '', file_ids: [] } : late)
}

export const watchAnswerTask = builder.task(watchAnswer, async ({ payload, now, emit }, { submissions }) => {
  const row = await submissions.lockAny(payload.submission_id)
  if (row?.status !== 'returned' || row.number !== payload.number || row.late !== null) return
  if (row.deadline_at !== null && row.deadline_at <= now)
    emit(submissionOverdue, submissions.save(row, { late: 'student' }))
})
