// Test values for requests about schedules, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { publishedLesson } from '../testing/published.ts'

/** The schedule of somebody who studies a course with a lesson. */
export async function schedule(school: School): Promise<{ id: string; user_id: string }> {
  const { id: lesson, course_id } = await publishedLesson(school)
  const { user_id } = await school.make('accesses.create', { course_id })
  const { id } = await school.done('enrollments.create', { body: { user_id, course_id } })
  return { id: `${id}.${lesson}`, user_id }
}

export const examples: Examples = {
  'lessonSchedule.list': async school => {
    await schedule(school)
    return {}
  },
}
