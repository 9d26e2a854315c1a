// What a change of a course would close and open, by the same function as every schedule.
import type { Stores } from '../../builder.ts'
import { type Closing, maxClosingPeople } from './closing.contract.ts'
import { schedulesOf } from './enrollment-schedule.ts'
import type { CourseLesson } from './schedule.store.ts'

const peopleAtOnce = 100

/** Whose lessons of a course would be closed, and whose opened, if its lessons were as `change` makes them. */
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
    flowTimes: (ids: readonly string[]) => schedules.flowTimes(ids),
    // The new rules may name courses and grades that none names by now.
    completedCourses: (ids: readonly string[]) => schedules.completedCourses(ids, { all: true }),
    scores: (ids: readonly string[]) => schedules.scores(ids, { all: true }),
    achievements: (ids: Parameters<typeof schedules.achievements>[0]) => schedules.achievements(ids),
    holdings: (ids: readonly string[]) => schedules.holdings(ids),
  }
  const running = { sql: `t.course_id = $ and t.status in ('active', 'completed')`, values: [courseId] }
  const [closed, opened] = [new Map<string, number>(), new Map<string, number>()]
  let [after, concerned, read] = [null as string | null, 0, 0]
  for (;;) {
    const rows = await enrollments.walk(running, after, peopleAtOnce)
    const [present, next] = await Promise.all([
      schedulesOf(rows, stores, now),
      schedulesOf(rows, { attendances, overrides, rights, school, schedules: changed }, now),
    ])
    for (const [index, { lessons }] of present.entries()) {
      const nextById = new Map(next[index]!.lessons.map(each => [each.lesson_id, each.status]))
      const becoming = (status: 'open' | 'closed') =>
        lessons.filter(each => each.status !== status && nextById.get(each.lesson_id) === status)
      const closing = becoming('closed')
      count(closing, closed)
      count(becoming('open'), opened)
      if (closing.length) concerned++
    }
    read += rows.length
    after = rows.at(-1)?.id ?? null
    if (rows.length < peopleAtOnce || read >= maxClosingPeople) break
  }
  const order = (await schedules.courses([courseId])).get(courseId)?.lessons ?? []
  const inOrder = (people: ReadonlyMap<string, number>) =>
    order.flatMap(({ id }) => (people.has(id) ? [{ lesson_id: id, people: people.get(id)! }] : []))
  return { lessons: inOrder(closed), opens: inOrder(opened), people: concerned, people_read: read }
}

function count(lessons: readonly { lesson_id: string }[], people: Map<string, number>): void {
  for (const { lesson_id } of lessons) people.set(lesson_id, (people.get(lesson_id) ?? 0) + 1)
}
