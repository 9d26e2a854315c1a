// Test values for requests about people, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'users.create': () => ({ body: { email: `${unique()}@school.example` } }),
  'users.byEmail': async school => ({ path: { email: (await school.make('users.create')).email } }),
}
