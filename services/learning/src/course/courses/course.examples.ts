// Test values for requests about courses, besides their declared bodies.
import { type Examples, readyFile } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

export const examples: Examples = {
  'courses.get': async school => ({ path: { id: (await publishedLesson(school)).course_id } }),
}

export const references: Examples = {
  'courses.create cover_file_id': async school => ({
    body: { title: 'Watercolour', cover_file_id: (await readyFile(school)).id },
  }),
  'courses.update cover_file_id': async school => {
    const [{ id }, file] = await Promise.all([school.make('courses.create'), readyFile(school)])
    return { path: { id }, body: { cover_file_id: file.id } }
  },
}
