// Whether a person may work in a lesson now: take its quiz, send its homework.
import { Refused, refuse } from '@lms/contract'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { EnrollmentRow } from './enrollment.store.ts'

export const studyRefusals = refuse({
  enrollment_unfit: {
    status: 422,
    when: 'the enrollment is unknown, or of another course',
    message:
      'enrollment_id must be an enrollment in the course of this lesson. GET /v1/enrollments lists them.',
  },
  lesson_closed: {
    status: 403,
    when: 'the lesson is not open to this person now',
    message: 'The lesson is not open to this person now. GET /v1/lesson-schedule says when it opens.',
  },
})

/** Refuses work in a lesson that is closed to the person; answers with its deadline. */
export function openStudy(enrollment: EnrollmentRow, lesson: LessonRow): { deadline_at: string | null } {
  const studies = enrollment.status === 'active' || enrollment.status === 'completed'
  if (!studies || lesson.status !== 'published') throw new Refused(studyRefusals.lesson_closed)
  return { deadline_at: enrollment.deadline_at }
}
