import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Takes a flow that is removed off the studies that still name it, with its overrides and its curators. */
export const removeFlow = task('remove-flow', {
  payload: z.object({ group_id: id('grp') }),
  state: z.object({}),
  // It follows a change that is counted.
  counted: false,
})
