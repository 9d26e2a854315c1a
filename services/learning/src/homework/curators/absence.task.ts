import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Returns what a curator has in review to the queue, once an absence begins. */
export const beginAbsence = task('begin-absence', {
  payload: z.object({ curator_assignment_id: id('cur') }),
  // It counts in no budget until it is due.
  counted: false,
  state: z.object({}),
})
