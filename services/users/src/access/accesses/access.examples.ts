// Test values for requests about accesses, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'accesses.create': async school => ({
    body: {
      user_id: (await school.make('users.create')).id,
      course_id: (await school.make('courses.create')).id,
    },
  }),
}

export const references: Examples = {
  'accesses.create order_id': async school => {
    const { id, user_id } = await school.make('orders.create')
    return { body: { user_id, course_id: (await school.make('courses.create')).id, order_id: id } }
  },
}
