// Percentages follow the lessons of a course and their rules. What is completed stays so; what a changed rule completes is
// completed now, except what staff has taken back, and for those who do not study: they are counted once they study on.

import type { Stores } from '../../builder.ts'
import { builder } from '../../builder.ts'
import { recountCourse } from '../enrollments/recount.task.ts'
import { armEnrollment } from '../openings/opening.task.ts'
import { isComplete, share, viewedPercent } from './completion.rules.ts'
import type { LessonProgressRow } from './lesson-progress.store.ts'

const enrollmentsAtOnce = 100

export const recountCourseTask = builder.task(
  recountCourse,
  async ({ payload, state, now, work }, { blockProgress, enrollments, lessonProgress, rights, ruleRefs }) => {
    const { course_id, enrollment_id } = payload
    const rows = await enrollments.lockUncompleted(course_id, {
      after: state?.after ?? '',
      only: enrollment_id,
      most: enrollmentsAtOnce,
    })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const [counting, lessons, started, currentRights] = await Promise.all([
      lessonProgress.counting(course_id),
      lessonProgress.ruledOf(course_id),
      lessonProgress.startedIn(ids),
      rights.ofPairs(rows),
    ])
    const ruleOf = new Map<string, (typeof lessons)[number]>(lessons.map(lesson => [lesson.id, lesson]))
    const viewed = await viewedNow(
      started.filter(row => ruleOf.get(row.lesson_id)?.completion.conditions.includes('viewed')),
      blockProgress,
    )
    const rowsNow = started.map(row => {
      const viewed_percent = viewed.get(row.id) ?? row.viewed_percent
      return viewed_percent === row.viewed_percent ? row : lessonProgress.save(row, { viewed_percent })
    })
    const completed = rowsNow.filter(row => {
      const lesson = ruleOf.get(row.lesson_id)
      return lesson !== undefined && row.taken_back_at === null && isComplete(lesson.completion, row)
    })
    const [done, referencedLessons] = await Promise.all([
      lessonProgress.completedOf(ids, counting),
      ruleRefs.referencedIds([...new Set(completed.map(({ lesson_id }) => lesson_id))]),
    ])
    // Lessons that wait for one of these open as soon as this is committed.
    const opening = completed.filter(({ lesson_id }) => referencedLessons.has(lesson_id))
    for (const id of new Set(opening.map(({ enrollment_id }) => enrollment_id))) armEnrollment(work, id)
    for (const row of completed) {
      lessonProgress.move(row, 'complete', { completed_at: now })
      if (counting.has(row.lesson_id)) done.set(row.enrollment_id, (done.get(row.enrollment_id) ?? 0) + 1)
    }
    const heldBy = Map.groupBy(currentRights, ({ user_id }) => user_id)
    for (const row of rows) {
      const percent = share(done.get(row.id) ?? 0, counting.size)
      enrollments.advance(row, percent, heldBy.get(row.user_id) ?? [])
    }
    if (rows.length < enrollmentsAtOnce) return
    return { state: { after: rows.at(-1)!.id } }
  },
)

/** The viewed shares of lessons by their present blocks: one may have gone since the last report, or become longer. */
async function viewedNow(
  rows: readonly LessonProgressRow[],
  blockProgress: Stores['blockProgress'],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map()
  const lessons = [...new Set(rows.map(({ lesson_id }) => lesson_id))]
  const [blocks, reported] = await Promise.all([
    blockProgress.blocksIn(lessons),
    blockProgress.of([...new Set(rows.map(({ enrollment_id }) => enrollment_id))], lessons),
  ])
  const inLesson = Map.groupBy(blocks, ({ lesson_id }) => lesson_id)
  const watched = new Map(reported.map(each => [`${each.enrollment_id} ${each.block_id}`, each.watched]))
  return new Map(
    rows.map(({ id, enrollment_id, lesson_id }) => [
      id,
      viewedPercent(
        (inLesson.get(lesson_id) ?? []).map(block => ({
          length: block.length,
          watched: watched.get(`${enrollment_id} ${block.id}`) ?? null,
        })),
      ),
    ]),
  )
}
