// Test values for requests about structures of courses, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

export const examples: Examples = {
  'courseStructures.get': async school => ({ path: { id: (await publishedLesson(school)).course_id } }),
  'courseStructures.arrange': async school => {
    const { id, module_id, course_id } = await school.make('lessons.create')
    return { path: { id: course_id }, body: { modules: [{ id: module_id, lesson_ids: [id] }] } }
  },
}
