import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Ends a term. An access that has no term any more at that time stays. */
export const expireAccess = task('expire-access', {
  payload: z.object({ access_id: id('acc') }),
  batch: 500,
  // It counts in no budget until it is due.
  counted: false,
})

/** Ends the places in groups from an order whose paid time is over. */
export const endPlaces = task('end-places', {
  payload: z.object({ order_id: id('ord') }),
  // It counts in no budget until it is due.
  counted: false,
})
