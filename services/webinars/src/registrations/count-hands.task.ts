import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Tells the room of a session how many raise a hand. */
export const countHands = task('count-hands', {
  payload: z.object({ session_id: id('wbs') }),
  counted: false,
})
