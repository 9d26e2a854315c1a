// Which comments a student reads: those of lessons that are open now, and of the courses that they study.
import { type Condition, type ListQuery, textArray } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { openLessonsOf } from '../../study/schedule/open-to-caller.ts'

/** The condition on a list of comments; none for staff. */
export async function readable(
  query: ListQuery,
  asking: Parameters<typeof openLessonsOf>[1],
  stores: Stores,
): Promise<Condition[]> {
  const open = await openLessonsOf(query, asking, stores)
  if (!open) return []
  return [
    {
      sql: '(t.lesson_id = any($::text[]) or (t.lesson_id is null and t.course_id = any($::text[])))',
      values: [textArray(open.lessons), textArray(open.courses)],
    },
  ]
}
