import { id, timestamp } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Tells people of a school of accesses that end soon, slice by slice. One waits for each school. */
export const tellEndings = task('tell-endings', {
  payload: z.object({}),
  state: z.object({
    until: timestamp(),
    after: z.object({ user_id: id('usr'), course_id: id('crs'), expires_at: timestamp() }),
    told: z.int(),
  }),
  deadline: 60,
  counted: false,
  progress: ({ told }) => ({ done: told, total: null }),
})
