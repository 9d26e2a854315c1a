// Test values for requests about a person as a whole, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'persons.merge': async school => ({
    path: { id: (await school.make('users.create')).id },
    body: { user_id: (await school.make('users.create')).id },
  }),
}
