import { Refused } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { refusals } from './grade-category.ts'

/** Refuses a quiz or homework in a category that its course does not have; one that it was in before may stay. */
export async function refuseUnknownCategory(
  { lesson_id, grade_category = null }: { lesson_id: string; grade_category?: string | null | undefined },
  before: { grade_category: string | null } | null,
  { courses, lessons }: Pick<Stores, 'courses' | 'lessons'>,
): Promise<void> {
  if (grade_category === null || before?.grade_category === grade_category) return
  const lesson = await lessons.find(lesson_id)
  const course = lesson && (await courses.find(lesson.course_id))
  if (!course?.grade_categories.some(({ key }) => key === grade_category))
    throw new Refused(refusals.grade_category_unknown)
}
