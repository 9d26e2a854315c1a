import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** How long a recording is awaited, in milliseconds. */
export const recordingWait = 7 * 86_400_000

/** Ends the wait for a recording that never came. */
export const failRecording = task('fail-recording', {
  payload: z.object({ session_id: id('wbs') }),
  // It counts in no budget until it is due.
  counted: false,
})
