import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Writes the messages of an auto-webinar's script into the chat of a session, each at its offset. */
export const sayScript = task('say-script', {
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ said: z.int() }),
  counted: false,
})
