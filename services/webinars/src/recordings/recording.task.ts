import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** How long a recording is awaited, in milliseconds. */
export const recordingWait = 7 * 86_400_000

/** Ends the wait for a recording that never came. */
export const failRecording = task('fail-recording', {
  payload: z.object({ session_id: id('wbs') }),
  // It counts in no budget until it is due.
  counted: false,
})

/** Tells everybody who is registered that the recording of a session is ready. */
export const tellRecording = task('tell-recording', {
  returns: 'later',
  ...throughOutages,
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ after: id('wbr') }),
  counted: false,
})
