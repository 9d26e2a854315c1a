// Whether a lesson is open to a person now: what quizzes, homework, progress and comments ask in their transaction.
import { type Id, type RefusalDetail, Refused, refuse } from '@lms/contract'
import type { Stores } from '../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import type { Reason } from '../openings/opening.rules.ts'
import { type LessonOpening, schedulesOf } from './enrollment-schedule.ts'

export const refusals = refuse({
  lesson_closed: {
    status: 403,
    when: 'the lesson is not open to the student',
    message: 'This lesson is closed. details say what has to happen before it opens.',
  },
})

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
  const [schedule] = await schedulesOf([enrollment], stores, now)
  return schedule?.lessons.find(({ lesson_id }) => lesson_id === lessonId) ?? null
}

/**
 * The enrollment and opening of a lesson that is open to the person now; refuses with lesson_closed, also for somebody who
 * does not study the course.
 */
export async function openLesson(
  { user_id, course_id, lesson_id }: { user_id: Id<'usr'>; course_id: Id<'crs'>; lesson_id: string },
  stores: Needed & Pick<Stores, 'enrollments'>,
  now: string,
): Promise<{ enrollment: EnrollmentRow; opening: LessonOpening }> {
  const enrollment = await stores.enrollments.ofPair({ user_id, course_id })
  const opening = enrollment && (await lessonOpening(enrollment, lesson_id, stores, now))
  if (!enrollment || !opening) throw closed([noAccess])
  if (opening.status === 'closed') throw closed(opening.reasons)
  return { enrollment, opening }
}

const noAccess: Reason = { kind: 'access', ref: null, met: false, at: null, opens_by: 'school' }

/** The refusal of a closed lesson, with what is not met. */
export const closed = (reasons: readonly Reason[]): Refused =>
  new Refused(refusals.lesson_closed, undefined, {
    details: reasons.filter(({ met }) => !met).map(detailOf),
  })

function detailOf({ kind, ref, at, opens_by }: Reason): RefusalDetail {
  const when = at === null ? `opens by: ${opens_by}` : `opens at ${at}`
  return { path: kind, message: ref === null ? when : `${ref}: ${when}` }
}
