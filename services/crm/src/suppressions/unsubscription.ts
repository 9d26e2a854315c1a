import { event, id, oneOf, slug, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'

/** What somebody no longer gets. */
export const Unsubscription = z.object({
  user_id: id('usr').nullable(),
  transport: transport()
    .nullable()
    .describe('The channel that the person no longer gets messages in; null for all.'),
  topic: slug(40)
    .nullable()
    .describe('The topic that the person no longer gets messages about; null for all.'),
  source: oneOf(['link', 'preferences', 'suppression']).describe(
    'Whether it was a link of a message, the preferences, or the list of suppressions.',
  ),
  message_id: id('msg').nullable().describe('The message whose link was followed.'),
  unsubscribed_at: timestamp().describe('When the person unsubscribed.'),
})
export type Unsubscription = z.infer<typeof Unsubscription>

export const messageUnsubscribed = event('message.unsubscribed', {
  when: 'a person unsubscribed by a link or in the preferences, or was put on the list of suppressions',
  object: Unsubscription,
  related: ['user_id', 'message_id'],
})
