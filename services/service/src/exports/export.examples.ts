// Exports of a list that every school has.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'exports.create': async () => ({ body: { list: '/v1/tags' } }),
}
