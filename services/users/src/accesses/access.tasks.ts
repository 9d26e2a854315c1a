import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** A term ends. What has no term any more when the time comes is left as it is. */
export const expireAccess = task('expire-access', {
  payload: z.object({ access_id: id('acc') }),
  batch: 500,
  // It costs nobody anything until its time.
  counted: false,
})

/** The accesses of a person, in or out of a group, follow what the group gives. */
export const syncGroupAccess = task('sync-group-access', {
  payload: z.object({ group_id: id('grp'), user_id: id('usr') }),
  batch: 200,
})
