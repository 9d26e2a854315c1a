// Which comments a student reads: those of lessons that are open now.
import type { Caller } from '@lms/contract'
import { type Condition, type ListQuery, textArray } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { schedulesOf } from '../schedule/enrollment-schedule.ts'
import { openLesson } from '../schedule/open-lesson.ts'
import type { CommentRow } from './comment.store.ts'

/** Maximum courses of a student whose comments are listed together: those that they began last. */
const maxCourses = 100
export const states = ['active', 'completed'] as const

/** The condition on a list of comments; none for staff. */
export async function readable(
  { filters }: ListQuery,
  { role, user }: Caller,
  stores: Stores,
  now: string,
): Promise<Condition[]> {
  if (role !== 'student') return []
  const asked = filters.filter(({ name }) => name === 'course_id' || name === 'lesson_id')
  const named = asked.flatMap(({ values }) => values.map(String))
  const lessons = await stores.lessons.many(named.filter(id => id.startsWith('les_')))
  const courses = [...named.filter(id => id.startsWith('crs_')), ...lessons.map(each => each.course_id)]
  const studied = user
    ? await stores.enrollments.newestOf(user, { courses: asked.length ? courses : null, states }, maxCourses)
    : []
  const schedules = await schedulesOf(studied, stores, now)
  const open = schedules.flatMap(each => each.lessons.filter(({ status }) => status === 'open'))
  return [
    {
      sql: '(t.lesson_id = any($::text[]) or (t.lesson_id is null and t.course_id = any($::text[])))',
      values: [
        textArray(open.map(({ lesson_id }) => lesson_id)),
        textArray(studied.map(({ course_id }) => course_id)),
      ],
    },
  ]
}

/** Refuses a student to whom the lesson of a comment is closed. */
export async function refuseClosed(
  { course_id, lesson_id }: Pick<CommentRow, 'course_id' | 'lesson_id'>,
  { role, user }: Caller,
  stores: Stores,
  now: string,
): Promise<void> {
  if (role === 'student' && lesson_id !== null)
    await openLesson({ user_id: user, course_id, lesson_id }, stores, now)
}
