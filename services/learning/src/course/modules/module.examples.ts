// Test values for requests about modules, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

export const examples: Examples = {
  'modules.create': async school => ({ body: { course_id: (await school.make('courses.create')).id } }),
  'modules.get': async school => ({ path: { id: (await publishedLesson(school)).module_id } }),
}
