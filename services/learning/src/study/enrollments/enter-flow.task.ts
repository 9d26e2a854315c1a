import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Takes what waits for a review to the flow that a study has entered, without a transfer. Stored with the change. */
export const enterFlow = task('enter-flow', {
  payload: z.object({ enrollment_id: id('enr') }),
  // It follows a change that is counted.
  counted: false,
})
