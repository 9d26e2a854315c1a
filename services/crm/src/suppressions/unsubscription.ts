import { event, id, oneOf, slug, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'

/** What somebody no longer gets. */
export const Unsubscription = z.object({
  user_id: id('usr').nullable(),
  transport: transport().nullable().describe('Null for all.'),
  topic: slug(40).nullable().describe('Null for all.'),
  source: oneOf(['link', 'preferences', 'suppression']),
  message_id: id('msg').nullable().describe('The message whose link was followed.'),
  unsubscribed_at: timestamp(),
})
export type Unsubscription = z.infer<typeof Unsubscription>

export const messageUnsubscribed = event('message.unsubscribed', {
  when: 'a person unsubscribed by a link or in the preferences, or was put on the list of suppressions',
  object: Unsubscription,
  related: ['user_id', 'message_id'],
})
