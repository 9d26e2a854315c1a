// Test values for requests about the gradebook.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  // Of two people.
  'gradebooks.list': async school => {
    const { course_id } = await school.make('enrollments.create')
    const { user_id } = await school.make('accesses.create', { course_id })
    await school.done('enrollments.create', { body: { user_id, course_id } })
    return { path: { id: course_id } }
  },
}
