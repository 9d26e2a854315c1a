// The deadlines of homework as they hold now, for answers that were sent before.
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import { type LessonOpening, openingsOf, scheduleFacts } from '../../study/schedule/enrollment-schedule.ts'
import { type LessonTerms, wasReturned } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'

interface HomeworkTerms {
  enrollment: EnrollmentRow
  lessons: LessonOpening[]
  /** The terms of an answer; null where its lesson is gone, or its study has ended: its lateness stays as it is. */
  termsOf: (row: SubmissionRow) => LessonTerms | null
}

export async function homeworkTerms(
  enrollments: readonly EnrollmentRow[],
  stores: Stores,
  now: string,
): Promise<HomeworkTerms[]> {
  const allFacts = await scheduleFacts(enrollments, stores, now)
  return allFacts.map(each => {
    const { enrollment, facts } = each
    const lessons = openingsOf(each, now)
    const openings = new Map<string, LessonOpening>(lessons.map(opening => [opening.lesson_id, opening]))
    const { freezes, status } = enrollment
    const termsOf = (row: SubmissionRow): LessonTerms | null => {
      const opening = openings.get(row.lesson_id)
      if (!opening || status === 'ended') return null
      const isUnknown = opening.due_at === null && opening.opens_at === null
      // The deadline of a lesson whose opening is unknown by now stays; after a return the row has that of the return.
      if (isUnknown && !wasReturned(row)) return { due_at: row.due_at, zone: facts.zone, freezes, now }
      return isUnknown ? null : { due_at: opening.due_at, zone: facts.zone, freezes, now }
    }
    return { enrollment, lessons, termsOf }
  })
}
