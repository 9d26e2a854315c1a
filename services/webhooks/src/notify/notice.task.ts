import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** A notice by e-mail to the administrators about one subscription. */
export const sendNotice = task('send-notice', {
  returns: 'never',
  payload: z.object({ webhook_id: id('whk') }),
  state: z.object({}),
  attempts: 4,
  pause: 60,
  counted: false,
})
