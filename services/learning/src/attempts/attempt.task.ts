import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Ends an attempt whose time is over, and scores what was saved. */
export const endAttempt = task('end-attempt', {
  payload: z.object({ attempt_id: id('att') }),
  // It counts in no budget until it is due.
  counted: false,
})
