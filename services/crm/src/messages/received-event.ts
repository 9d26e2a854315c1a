import { event, id, personal, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'

export const maxReceived = 10_000

export const ReceivedMessage = z.object({
  user_id: id('usr').nullable().describe('Who wrote; null if nobody of the school is known by the address.'),
  transport: transport().describe('The channel in which the person wrote.'),
  from: personal(text(254)).describe('The address from which it came.'),
  subject: personal(text(1000)).describe('The subject of an e-mail; empty for other channels.'),
  text: personal(text(maxReceived)).describe('What the person wrote; the end of a long text is cut off.'),
  message_id: id('msg').nullable().describe('The message to which it replies, where that is known.'),
  received_at: timestamp(),
})
export type ReceivedMessage = z.infer<typeof ReceivedMessage>

export const messageReceived = event('message.received', {
  when: 'a person wrote to the school in a channel',
  object: ReceivedMessage,
  related: ['user_id', 'message_id'],
})
