// What people do in a lesson: its quizzes and homework.
import type { Stores } from '../../builder.ts'

/**
 * Whether somebody has taken a quiz or begun a homework of this lesson or course: what people made is never deleted with
 * it. Nobody begins until the end of the work.
 */
export async function isWorkedIn(
  of: 'lesson_id' | 'course_id',
  id: string,
  { assignments, attempts, drawnQuestions, quizzes, submissions }: Stores,
): Promise<boolean> {
  await Promise.all([quizzes.lockOf(of, id), assignments.lockOf(of, id)])
  const [attempted, sent, elsewhere] = await Promise.all([
    attempts.anyOf(of, id),
    submissions.anyOf(of, id),
    drawnQuestions.elsewhere(of, id),
  ])
  return attempted || sent || elsewhere.length > 0
}

/** Deletes the quizzes and homework of a lesson or course in which nobody has worked. */
export function removeWorkOf(
  of: 'lesson_id' | 'course_id',
  id: string,
  { assignments, comments, curators, questions, quizzes }: Stores,
): void {
  if (of === 'course_id') curators.removeOfCourse(id)
  assignments.removeOf(of, id)
  comments.removeOf(of, id)
  questions.removeOf(of, id)
  quizzes.removeOf(of, id)
}
