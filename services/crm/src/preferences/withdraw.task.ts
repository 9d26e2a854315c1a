import { id, oneOf, slug } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { consentChannels } from '@lms/users/contract'
import { z } from 'zod'

/** Withdraws the consent of a person who wants no more messages in a channel, or all. */
export const withdrawConsents = task('withdraw-consents', {
  payload: z.object({
    user_id: id('usr'),
    channel: oneOf(consentChannels).nullable().default(null).describe('Null for all.'),
  }),
  ...throughOutages,
})

/**
 * Gives the consents again that a person's preferences had withdrawn, after the person has switched on a topic; and the one that
 * they were asked for.
 */
export const renewConsents = task('renew-consents', {
  payload: z.object({
    user_id: id('usr'),
    consent: z.object({ channel: oneOf(consentChannels), topics: z.array(slug(40)).max(50) }).optional(),
  }),
  ...throughOutages,
})
