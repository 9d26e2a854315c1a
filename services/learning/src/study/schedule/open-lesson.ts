// Whether a lesson is open to a person now: what quizzes, homework, progress and comments ask in their transaction.
import type { Id } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { lessonClosed, noAccess } from '../openings/lesson-closed.ts'
import { type LessonOpening, schedulesOf } from './enrollment-schedule.ts'

type Needed = Parameters<typeof schedulesOf>[1]

/**
 * The opening of a lesson for an enrollment, with its deadline and the extra time for quizzes; null where the course has
 * no such lesson.
 */
export async function lessonOpening(
  enrollment: EnrollmentRow,
  lessonId: string,
  stores: Needed,
  now: string,
): Promise<LessonOpening | null> {
  const [schedule] = await schedulesOf([enrollment], stores, now, new Set([lessonId]))
  return schedule?.lessons[0] ?? null
}

/**
 * The enrollment and opening of a lesson that is open to the person now; refuses with lesson_closed, also for somebody who
 * does not study the course.
 */
export async function openLesson(
  { user_id, course_id, lesson_id }: { user_id: Id<'usr'> | null; course_id: Id<'crs'>; lesson_id: string },
  stores: Needed & Pick<Stores, 'enrollments'>,
  now: string,
): Promise<{ enrollment: EnrollmentRow; opening: LessonOpening }> {
  const enrollment = user_id && (await stores.enrollments.ofPair({ user_id, course_id }))
  const opening = enrollment && (await lessonOpening(enrollment, lesson_id, stores, now))
  if (!enrollment || !opening) throw lessonClosed([noAccess])
  if (opening.status === 'closed') throw lessonClosed(opening.reasons)
  return { enrollment, opening }
}
