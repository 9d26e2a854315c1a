import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Reminds of the parts of an order, from a time on, one after the other. */
export const remindOfParts = task('remind-of-parts', {
  payload: z.object({ order_id: id('ord'), since: z.iso.datetime({ offset: true }) }),
  state: z.object({ after: z.iso.datetime({ offset: true }) }),
  // The services that it asks may be away for hours.
  attempts: 40,
  deadline: 18,
  // It counts in no budget until it is due.
  counted: false,
})
