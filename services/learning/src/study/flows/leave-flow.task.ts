import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Returns what a curator has in review of a flow to its queue, once the curator has left the flow. */
export const leaveFlow = task('leave-flow', {
  payload: z.object({ group_id: id('grp'), curator_id: id('usr') }),
  state: z.object({}),
})
