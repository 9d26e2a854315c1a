import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Returns to the queue what a curator has in review by an assignment that has ended, and by no other. */
export const endScope = task('end-scope', {
  payload: z.object({
    curator_id: id('usr'),
    kind: z.enum(['user_id', 'group_id', 'course_id']),
    id: z.union([id('usr'), id('grp'), id('crs')]),
  }),
  state: z.object({}),
})
