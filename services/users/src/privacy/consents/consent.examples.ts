// Test values for requests about consents, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'consents.record': async school => ({
    path: { id: (await school.make('users.create')).id },
    body: { text_version: unique() },
  }),
}
