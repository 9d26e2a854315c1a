import { event } from '@lms/contract'
import { Message } from './message.object.ts'

const related = ['user_id', 'message_id', 'mailing_id', 'campaign_id'] as const

export const messageSent = event('message.sent', {
  when: 'a message was handed to its channel, which has taken it',
  object: Message,
  related,
  example: { status: 'sent' },
})
export const messageDelivered = event('message.delivered', {
  when: 'a channel confirmed that the person has the message',
  object: Message,
  related,
  example: { status: 'sent' },
})
export const messageBounced = event('message.bounced', {
  when: 'a channel refused a message for good, or a report of a bounce or a complaint came later: `bounce` says which',
  object: Message,
  related,
  example: { status: 'refused' },
})
