import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** What follows from the state of a submission. The users service may be away for hours. */
export const followSubmission = task('follow-submission', {
  payload: z.object({ submission_id: id('fsb') }),
  attempts: 40,
  deadline: 10,
})
