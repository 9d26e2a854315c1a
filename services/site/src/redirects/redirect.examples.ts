// Test values for requests about redirects, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'redirects.create': () => ({ body: { from_path: `/${unique()}` } }),
  'redirects.delete': async school => ({ body: { id: (await school.make('redirects.create')).id } }),
}
