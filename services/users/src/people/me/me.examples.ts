// The person of requests about oneself in tests.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'me.update': async school => ({ onBehalfOf: (await school.make('users.create')).id }),
}
