// Test values for requests about overrides, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { studiedLesson } from '../../testing/published-lesson.ts'

/** An override for somebody who studies the course. */
async function forPerson(school: School) {
  const { user_id, course_id } = await school.make('enrollments.create')
  return { user_id, course_id, opening: 'open' }
}

export const examples: Examples = {
  'lessonOverrides.create': async school => ({ body: await forPerson(school) }),
}

export const references: Examples = {
  'lessonOverrides.create lesson_ids.[]': async school => {
    const { id, user_id, course_id } = await studiedLesson(school)
    return { body: { user_id, course_id, lesson_ids: [id], opening: 'open' } }
  },
  'lessonOverrides.create group_id': async school => ({
    body: {
      group_id: (await school.make('groups.create')).id,
      course_id: (await school.make('courses.create')).id,
      opening: 'hold',
    },
  }),
}
