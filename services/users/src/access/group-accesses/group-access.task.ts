import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Adjusts the accesses of a person, in or out of a group, to the courses of the group. */
export const syncGroupAccess = task('sync-group-access', {
  payload: z.object({ group_id: id('grp'), user_id: id('usr') }),
  batch: 200,
})
