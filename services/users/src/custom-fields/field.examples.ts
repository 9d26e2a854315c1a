// What requests about custom fields need in tests, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'customFields.create': () => ({ body: { name: `f_${unique()}` } }),
}
