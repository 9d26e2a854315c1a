import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Reads a subscription anew. */
export const readChanged = task('read-changed', {
  returns: 'never',
  payload: z.object({ subscription_id: id('sbs') }),
  deadline: 60,
  ...throughOutages,
  counted: false,
})
