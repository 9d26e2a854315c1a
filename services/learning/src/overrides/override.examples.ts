// Test values for requests about overrides, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** An override for somebody who studies the course. */
async function forPerson(school: School) {
  const { user_id, course_id } = await school.make('enrollments.create')
  return { user_id, course_id, opening: 'open' }
}

export const examples: Examples = {
  'lessonOverrides.create': async school => ({ body: await forPerson(school) }),
}

export const references: Examples = {
  'lessonOverrides.create group_id': async school => ({
    body: {
      group_id: (await school.make('groups.create')).id,
      course_id: (await school.make('courses.create')).id,
      opening: 'hold',
    },
  }),
}
