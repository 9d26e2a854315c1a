import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Gives an enrollment the state of its rights at a time when one of them begins or ends by the clock. */
export const settleEnrollment = task('settle-enrollment', {
  payload: z.object({ enrollment_id: id('enr') }),
  // It counts in no budget until it is due.
  counted: false,
})
