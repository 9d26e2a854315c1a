import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Follows an unfinished checkout: once left, it becomes abandoned, and in the end it is deleted. */
export const followCheckout = task('follow-checkout', {
  payload: z.object({ checkout_id: id('chk') }),
  state: z.object({}),
  // The users service may be away for hours.
  attempts: 40,
})
