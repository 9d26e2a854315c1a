import { task } from '@lms/service-host'
import { z } from 'zod'

/** Deletes what tells the visitors of past days apart. */
export const forgetVisitors = task('forget-visitors', {
  returns: 'never',
  payload: z.object({ day: z.iso.date() }),
  state: z.object({ steps: z.int() }),
  counted: false,
  deadline: 60,
  progress: ({ steps }) => ({ done: steps, total: null }),
})
