import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Withdraws all consents of a person who wants no messages. */
export const withdrawConsents = task('withdraw-consents', {
  payload: z.object({ user_id: id('usr') }),
  ...throughOutages,
})
