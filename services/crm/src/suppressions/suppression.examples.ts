// Test values for requests about suppressions, besides their declared bodies.
import { newId } from '@lms/contract'
import type { Examples } from '@lms/testing/examples'

const address = () => `${newId('sup').slice(4)}@school.example`

export const examples: Examples = {
  'suppressions.create': async () => ({ body: { address: address() } }),
  'suppressions.delete': async school => ({
    body: { id: (await school.make('suppressions.create')).id },
  }),
}

export const references: Examples = {
  'suppressions.create user_id': async school => ({
    body: { address: address(), user_id: (await school.make('users.create')).id },
  }),
}
