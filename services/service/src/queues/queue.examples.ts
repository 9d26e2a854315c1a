// A job that a test may retry.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'queues.retry': async school => ({ path: await school.failedJob() }),
}
