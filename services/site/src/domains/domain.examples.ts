// Test values for requests about domains, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'domains.add': () => ({ body: { host: `${unique()}.school.example` } }),
}
