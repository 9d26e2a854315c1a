// A subscription for tests that deliver nothing.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  // An address without a listener.
  'webhooks.create': () => ({ body: { url: 'http://127.0.0.1:9/hook', events: ['webinar.*'] } }),
}
