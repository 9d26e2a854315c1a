import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Tells Telegram where the updates of the school's bot go. */
export const connectBot = task('connect-bot', {
  returns: 'never',
  payload: z.object({}),
  deadline: 30,
  ...throughOutages,
  counted: false,
})
