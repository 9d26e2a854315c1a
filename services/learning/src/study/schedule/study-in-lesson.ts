// Whether a person may work in a lesson now: take its quiz, send its homework.
import { type Id, Refused } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { refusals } from '../enrollments/enrollment.contract.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { lessonClosed, noAccess } from '../openings/lesson-closed.ts'
import { isClosedByEnd } from '../openings/opening.rules.ts'
import type { LessonOpening } from './enrollment-schedule.ts'
import { lessonOpening } from './open-lesson.ts'

/** The enrollment of the course, locked; refuses another one. */
export async function studyOf(
  enrollmentId: string,
  courseId: string,
  { enrollments }: Pick<Stores, 'enrollments'>,
): Promise<EnrollmentRow> {
  const enrollment = await enrollments.lockSeen(enrollmentId)
  if (enrollment?.course_id !== courseId) throw new Refused(refusals.enrollment_invalid)
  return enrollment
}

/**
 * The opening of a lesson in which the person may work now; refuses with lesson_closed. What a course leaves readable after
 * the last access is only read. With `afterEnd` the end of the lesson does not count: what was begun before is finished.
 */
export async function openTo(
  enrollment: EnrollmentRow | null,
  lessonId: Id<'les'>,
  stores: Parameters<typeof lessonOpening>[2],
  now: string,
  { afterEnd = false } = {},
): Promise<LessonOpening> {
  const studies = enrollment?.status === 'active' || enrollment?.status === 'completed'
  const opening = studies && (await lessonOpening(enrollment, lessonId, stores, now))
  if (!opening) throw lessonClosed([noAccess])
  const isOpen = opening.status === 'open' || (afterEnd && isClosedByEnd(opening))
  if (!isOpen) throw lessonClosed(opening.reasons)
  return opening
}
