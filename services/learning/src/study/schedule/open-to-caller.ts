// Whether what hangs on a lesson is open to who asks: its blocks, homework, quizzes and comments. To students while the
// lesson is open to them, to staff always. Stores let students see published lessons that they study; this is asked besides,
// because an opening is computed and not stored.
import type { Caller, Id } from '@lms/contract'
import { type Condition, type ListQuery, type Store, type TableRow, textArray } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { schedulesOf } from './enrollment-schedule.ts'
import { openLesson } from './open-lesson.ts'

type Needed = Parameters<typeof schedulesOf>[1] & Pick<Stores, 'enrollments'>
interface Asking {
  caller: Caller
  now: string
}
interface OfLesson {
  course_id: Id<'crs'>
  lesson_id: Id<'les'> | null
}

/** Maximum courses of a student whose lessons are looked at for one list: those that they began last. */
const maxCourses = 100

/** What a student may read of. */
interface Open {
  lessons: Id<'les'>[]
  /** The courses that they study, whose right runs. */
  courses: Id<'crs'>[]
}

/**
 * The open lessons of a student, as far as the filters of a list concern them; null for staff, to whom all are open. A list of
 * more courses than are looked at says so in its warnings.
 */
export async function openLessonsOf(
  { filters, warnings }: Pick<ListQuery, 'filters' | 'warnings'>,
  { caller: { role, user }, now }: Asking,
  stores: Needed,
): Promise<Open | null> {
  if (role !== 'student') return null
  if (user === null) return { lessons: [], courses: [] }
  const objectFilters = filters.filter(({ name }) => name === 'course_id' || name === 'lesson_id')
  const of = objectFilters.length ? objectFilters.flatMap(({ values }) => values.map(String)) : null
  const states = ['active', 'completed', 'suspended'] as const
  const newestEnrollments = await stores.enrollments.newestOf(user, { of, states }, maxCourses + 1)
  const studied = newestEnrollments.slice(0, maxCourses)
  if (newestEnrollments.length > maxCourses)
    warnings.push(`course_id: only the ${maxCourses} courses begun last are listed together. Name others.`)
  const schedules = await schedulesOf(studied, stores, now)
  return {
    lessons: schedules.flatMap(({ lessons }) =>
      lessons.flatMap(({ lesson_id, status }) => (status === 'open' ? lesson_id : [])),
    ),
    courses: studied.flatMap(({ course_id, status }) => (status === 'suspended' ? [] : course_id)),
  }
}

/** Refuses with lesson_closed a student to whom the lesson of a thing is closed; what hangs on none stays open. */
export async function refuseClosed(
  { course_id, lesson_id }: OfLesson,
  { caller: { role, user }, now }: Asking,
  stores: Needed,
): Promise<void> {
  if (role === 'student' && lesson_id !== null)
    await openLesson({ user_id: user, course_id, lesson_id }, stores, now)
}

/** The handlers that read what hangs on lessons: a list of what is open to the caller, and one of it. */
export const readsOfOpenLessons = <Row extends TableRow & OfLesson>(
  store: (stores: Stores) => Pick<Store<Row>, 'get' | 'page'>,
) => ({
  list: async ({ query, ...asking }: Asking & { query: ListQuery }, stores: Stores) => {
    const open = await openLessonsOf(query, asking, stores)
    const ofOpen: Condition[] = open
      ? [{ sql: 't.lesson_id = any($::text[])', values: [textArray(open.lessons)] }]
      : []
    return store(stores).page(query, ofOpen)
  },
  get: async ({ path, ...asking }: Asking & { path: { id: string } }, stores: Stores): Promise<Row> => {
    const row = await store(stores).get(path.id)
    await refuseClosed(row, asking, stores)
    return row
  },
})
