// What people do in a lesson: its quizzes and homework.
import type { Stores } from '../builder.ts'

/**
 * Whether somebody has taken a quiz of this lesson or course: what people made is never deleted with it. Nobody begins
 * until the end of the work.
 */
export async function isWorkedIn(
  of: 'lesson_id' | 'course_id',
  id: string,
  { attempts, quizzes }: Stores,
): Promise<boolean> {
  await quizzes.lockOf(of, id)
  return attempts.anyOf(of, id)
}

/** Deletes the quizzes of a lesson or course in which nobody has worked. */
export function removeWorkOf(
  of: 'lesson_id' | 'course_id',
  id: string,
  { questions, quizzes }: Stores,
): void {
  questions.removeOf(of, id)
  quizzes.removeOf(of, id)
}
