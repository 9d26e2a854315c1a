import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Deletes a submission that is spam. */
export const forgetSpam = task('forget-spam', {
  payload: z.object({ submission_id: id('fsb') }),
  // It counts in no budget until it is due.
  counted: false,
})
