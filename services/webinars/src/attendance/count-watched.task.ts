import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Counts what a person has watched of a recording. */
export const countWatched = task('count-watched', {
  payload: z.object({ session_id: id('wbs'), user_id: id('usr') }),
  counted: false,
})
