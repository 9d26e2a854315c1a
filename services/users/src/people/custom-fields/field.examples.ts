// Test values for requests about custom fields, besides their declared bodies.
import { type Examples, unique } from '@lms/testing/examples'

export const examples: Examples = {
  'customFields.create': () => ({ body: { name: `f_${unique()}` } }),
}
