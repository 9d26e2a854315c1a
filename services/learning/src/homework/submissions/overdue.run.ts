// Homework that was not sent by its deadline: of a first answer by the schedule of its student, of a returned one by the
// deadline that was given with the return.
import { newId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import { isClosedByEnd } from '../../study/openings/opening.rules.ts'
import { watchHomework } from '../../study/openings/opening.task.ts'
import type { AssignmentRow } from '../assignments/assignment.store.ts'
import { homeworkTerms } from './homework-terms.ts'
import { latenessNow } from './moves.ts'
import { newSubmission } from './new-submission.ts'
import { submissionOverdue, submissionUpdated } from './submission.contract.ts'
import { deadlineOfReturn, isReturned, type LessonTerms } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'
import { watchAnswer } from './submission.task.ts'

type Emit = Work<typeof submissionOverdue>['emit']

export const watchHomeworkTask = builder.batch(
  watchHomework,
  async ({ payloads, work, now, emit }, stores) => {
    const seen = await stores.enrollments.many(payloads.map(({ enrollment_id }) => enrollment_id))
    const locked = await stores.enrollments.lockPairs(seen)
    const rows = [...locked.values()].filter(({ status }) => status !== 'ended')
    const schedules = await homeworkTerms(rows, stores, now)
    const homework = Map.groupBy(
      await stores.assignments.ofLessons([
        ...new Set(schedules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id))),
      ]),
      ({ lesson_id }) => lesson_id,
    )
    const begunBy = await stores.submissions.lockOfEnrollments(rows.map(({ id }) => id))
    const assignmentById = new Map([...homework.values()].flat().map(each => [each.id, each]))
    const bySchedule = Map.groupBy(begunBy.values(), ({ enrollment_id }) => enrollment_id)
    for (const { enrollment, lessons, termsOf } of schedules) {
      for (const row of bySchedule.get(enrollment.id) ?? []) {
        const [terms, assignment] = [termsOf(row), assignmentById.get(row.assignment_id)]
        if (!terms || !assignment) continue
        if (row.status === 'returned') moveReturn(row, enrollment, terms, { work, emit }, stores)
        else if (row.status === 'submitted' || row.status === 'in_review') {
          const saved = stores.submissions.save(row, latenessNow(row.history, assignment, terms))
          if (saved !== row) emit(submissionUpdated, saved, { previous: row })
        }
      }
      // The clock of another study stands still; once it runs again its openings are looked at.
      if (enrollment.status !== 'active') continue
      const dates = lessons.filter(
        ({ lesson_id, completed_at }) => completed_at === null && homework.has(lesson_id),
      )
      const ahead = dates.flatMap(({ due_at }) => (due_at && due_at > now ? due_at : []))
      const next = ahead.toSorted()[0]
      if (next)
        enqueue(
          work,
          watchHomework,
          { enrollment_id: enrollment.id },
          { key: enrollment.id, at: new Date(next) },
        )
      for (const opening of dates) {
        const { lesson_id, due_at } = opening
        const isAhead = due_at === null || due_at > now
        // Who enrolled later, or never saw the lesson, has let nothing pass.
        const wasOpen = opening.status === 'open' || isClosedByEnd(opening)
        if (!isAhead && (!wasOpen || due_at <= enrollment.created_at)) continue
        for (const assignment of homework.get(lesson_id)!) {
          const present = begunBy.get(`${enrollment.id} ${assignment.id}`) ?? null
          if (isAhead) forgive(present, due_at, stores)
          else tellOverdue({ present, enrollment, assignment, due_at }, emit, stores)
        }
      }
    }
  },
)

interface Missed {
  present: SubmissionRow | null
  enrollment: EnrollmentRow
  assignment: AssignmentRow
  due_at: string
}

/** Of an answer that has not been sent since: after a return its own deadline counts. */
const isUnsent = (row: SubmissionRow) =>
  (row.status === 'draft' || row.status === 'withdrawn') && !isReturned(row)

/** A missed homework whose deadline lies ahead again, or is gone, is in time. */
function forgive(
  present: SubmissionRow | null,
  due_at: string | null,
  { submissions }: Pick<Stores, 'submissions'>,
): void {
  if (present?.late === 'student' && isUnsent(present)) submissions.save(present, { due_at, late: null })
}

/** Tells a missed deadline once, and one to which it was extended; the event needs a submission, so one begins as an empty draft. */
function tellOverdue(
  { present, enrollment, assignment, due_at }: Missed,
  emit: Emit,
  { submissions }: Pick<Stores, 'submissions'>,
): void {
  if (!present) {
    const draft = { text: '', file_ids: [], due_at, late: 'student' as const }
    const fresh = submissions.fresh(newId('sub'))
    emit(
      submissionOverdue,
      submissions.insert({ ...fresh, ...newSubmission(enrollment, assignment), ...draft }),
    )
    return
  }
  const isTold = present.late !== null && present.due_at !== null && due_at <= present.due_at
  if (!isUnsent(present) || isTold) return
  const late = submissions.save(present, { due_at, late: 'student' })
  // Nobody but its student sees a draft.
  emit(submissionOverdue, late.status === 'draft' ? { ...late, text: '', file_ids: [] } : late)
}

/** Whether the clock of a study runs, so that its returned homework is due. */
const isRunning = ({ status }: EnrollmentRow): boolean => status === 'active' || status === 'completed'

/** Moves the deadline of a returned answer by the leave that is over, and looks at it when it comes. */
function moveReturn(
  row: SubmissionRow,
  enrollment: EnrollmentRow,
  terms: LessonTerms,
  { work, emit }: Pick<Work<typeof submissionUpdated>, 'work' | 'emit'>,
  { submissions }: Pick<Stores, 'submissions'>,
): void {
  if (!isRunning(enrollment)) return
  const returned = row.history.findLast(({ status }) => status === 'returned')
  const due_at = returned ? deadlineOfReturn(returned, terms) : null
  if (due_at === null) return
  const isAhead = due_at > terms.now
  const saved = submissions.save(row, { due_at, ...(isAhead && { late: null }) })
  if (saved !== row) emit(submissionUpdated, saved, { previous: row })
  if (saved.late !== null) return
  const { id, number } = saved
  enqueue(work, watchAnswer, { submission_id: id, number }, { key: id, at: new Date(due_at) })
}

export const watchAnswerTask = builder.task(watchAnswer, async ({ payload, now, emit, work }, stores) => {
  const seen = await stores.submissions.find(payload.submission_id)
  if (!seen) return
  const [enrollment] = (await stores.enrollments.lockPairs([seen])).values()
  const row = await stores.submissions.lockAny(payload.submission_id)
  if (row?.status !== 'returned' || row.number !== payload.number || row.late !== null) return
  // Once the clock of the study runs again, its openings are looked at, and this again.
  if (!enrollment || !isRunning(enrollment)) return
  const [schedule] = await homeworkTerms([enrollment], stores, now)
  const terms = schedule?.termsOf(row)
  const returned = row.history.findLast(({ status }) => status === 'returned')
  const due_at = terms && returned ? deadlineOfReturn(returned, terms) : row.due_at
  if (terms && due_at !== null && due_at > now)
    return moveReturn(row, enrollment, terms, { work, emit }, stores)
  if (due_at !== null) emit(submissionOverdue, stores.submissions.save(row, { due_at, late: 'student' }))
})
