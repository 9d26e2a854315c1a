import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** How long after an answer the room reads the new counts, in milliseconds: answers of this time are told together. */
export const countAfter = 1000

/** Tells the room of the answers to a poll. */
export const countPoll = task('count-poll', {
  payload: z.object({ block_id: id('wbb') }),
  counted: false,
})
