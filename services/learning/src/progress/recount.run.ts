// Percentages follow the lessons of a course and their rules. What is completed stays so; what a changed rule completes is
// completed now.
import { builder } from '../builder.ts'
import { isComplete, share } from './completion.rules.ts'
import { recountCourse } from './recount.task.ts'

const enrollmentsAtOnce = 100

export const recountCourseTask = builder.task(
  recountCourse,
  async ({ payload, state, now }, { enrollments, lessonProgress, rights }) => {
    const { course_id, enrollment_id } = payload
    const rows = await enrollments.lockUncompleted(course_id, {
      after: state?.after ?? '',
      only: enrollment_id,
      most: enrollmentsAtOnce,
    })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const [counting, lessons, started, held] = await Promise.all([
      lessonProgress.counting(course_id),
      lessonProgress.ruledOf(course_id),
      lessonProgress.startedIn(ids),
      rights.ofPairs(rows),
    ])
    const ruleOf = new Map<string, (typeof lessons)[number]>(lessons.map(lesson => [lesson.id, lesson]))
    const completed = started.filter(row => {
      const lesson = ruleOf.get(row.lesson_id)
      return lesson !== undefined && isComplete(lesson.completion, row)
    })
    const done = await lessonProgress.completedOf(ids, counting)
    for (const row of completed) {
      lessonProgress.move(row, 'complete', { completed_at: now })
      if (counting.has(row.lesson_id)) done.set(row.enrollment_id, (done.get(row.enrollment_id) ?? 0) + 1)
    }
    const heldBy = Map.groupBy(held, ({ user_id }) => user_id)
    for (const row of rows) {
      const percent = share(done.get(row.id) ?? 0, counting.size)
      enrollments.advance(row, percent, heldBy.get(row.user_id) ?? [])
    }
    if (rows.length < enrollmentsAtOnce) return
    return { state: { after: rows.at(-1)!.id } }
  },
)
