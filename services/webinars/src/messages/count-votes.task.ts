import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Counts the votes for a question, and tells the room. */
export const countVotes = task('count-votes', {
  payload: z.object({ message_id: id('wbm') }),
  counted: false,
})
