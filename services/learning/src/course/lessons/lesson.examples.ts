// Test values for requests about lessons, besides their declared bodies.
import { type Examples, on } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

export const examples: Examples = {
  'lessons.create': async school => ({ body: { module_id: (await school.make('modules.create')).id } }),
  'lessons.get': on(publishedLesson),
}
