// What a change of a course would close, by the same function as every schedule.
import type { Stores } from '../../builder.ts'
import { type Closing, maxClosingPeople } from './closing.contract.ts'
import { schedulesOf } from './enrollment-schedule.ts'
import type { CourseLesson } from './schedule.store.ts'

const peopleAtOnce = 100

/** Whose open lessons of a course would be closed if its lessons were as `change` makes them. */
export async function closingOf(
  courseId: string,
  change: (lesson: CourseLesson) => CourseLesson,
  stores: Stores,
  now: string,
): Promise<Omit<Closing, 'waiting'>> {
  const { attendances, enrollments, overrides, rights, school, schedules } = stores
  const changed = {
    courses: async (ids: readonly string[]) =>
      new Map(
        [...(await schedules.courses(ids))].map(([id, course]) => [
          id,
          { ...course, lessons: course.lessons.map(change) },
        ]),
      ),
    flowStarts: (ids: readonly string[]) => schedules.flowStarts(ids),
    achievements: (ids: Parameters<typeof schedules.achievements>[0]) => schedules.achievements(ids),
    holdings: (ids: readonly string[]) => schedules.holdings(ids),
  }
  const running = { sql: `t.course_id = $ and t.status in ('active', 'completed')`, values: [courseId] }
  const people = new Map<string, number>()
  let [after, concerned, read] = [null as string | null, 0, 0]
  for (;;) {
    const rows = await enrollments.walk(running, after, peopleAtOnce)
    const [present, next] = await Promise.all([
      schedulesOf(rows, stores, now),
      schedulesOf(rows, { attendances, overrides, rights, school, schedules: changed }, now),
    ])
    for (const [index, { lessons }] of present.entries()) {
      const nextById = new Map(next[index]!.lessons.map(each => [each.lesson_id, each.status]))
      const closing = lessons.filter(
        ({ lesson_id, status }) => status === 'open' && nextById.get(lesson_id) === 'closed',
      )
      for (const { lesson_id } of closing) people.set(lesson_id, (people.get(lesson_id) ?? 0) + 1)
      if (closing.length) concerned++
    }
    read += rows.length
    after = rows.at(-1)?.id ?? null
    if (rows.length < peopleAtOnce || read >= maxClosingPeople) break
  }
  const order = (await schedules.courses([courseId])).get(courseId)?.lessons ?? []
  const lessons = order.flatMap(({ id }) =>
    people.has(id) ? [{ lesson_id: id, people: people.get(id)! }] : [],
  )
  return { lessons, people: concerned, people_read: read }
}
