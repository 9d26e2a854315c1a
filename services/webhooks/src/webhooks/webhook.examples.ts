// A subscription of tests that ask the API and deliver nothing.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  // Nobody listens there, and nothing needs to.
  'webhooks.create': () => ({ body: { url: 'http://127.0.0.1:9/hook', events: ['webinar.*'] } }),
}
