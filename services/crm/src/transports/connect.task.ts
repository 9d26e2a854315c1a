import { task } from '@lms/service-host'
import { z } from 'zod'

/** Tells Telegram where the updates of the school's bot go. */
export const connectBot = task('connect-bot', {
  returns: 'never',
  payload: z.object({}),
  deadline: 30,
  attempts: 6,
  counted: false,
})
