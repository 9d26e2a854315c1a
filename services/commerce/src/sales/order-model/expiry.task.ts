import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Ends the payment term of an order. One that has another term by then, or is paid or closed, stays as it is. */
export const expireOrder = task('expire-order', {
  payload: z.object({ order_id: id('ord') }),
  batch: 50,
  // It counts in no budget until it is due.
  counted: false,
})
