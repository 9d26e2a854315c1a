// A personal key for tests.
import type { Examples } from '@lms/testing/examples'

export const references: Examples = {
  'apiKeys.issue user_id': async school => ({
    body: { name: 'Ann', kind: 'personal', role: 'student', user_id: (await school.make('users.create')).id },
  }),
}
