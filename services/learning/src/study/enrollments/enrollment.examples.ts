// Test values for requests about enrollments, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** A person with access to a course. */
async function learner(school: School) {
  const { user_id, course_id } = await school.make('accesses.create')
  return { user_id, course_id }
}

export const examples: Examples = {
  'enrollments.create': async school => ({ body: await learner(school) }),
}

export const references: Examples = {
  'enrollments.create group_id': async school => ({
    body: { ...(await learner(school)), group_id: (await school.make('groups.create')).id },
  }),
  'enrollments.update group_id': async school => ({
    path: { id: (await school.make('enrollments.create')).id },
    body: { group_id: (await school.make('groups.create')).id },
  }),
}
