import { event, id, slug, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { Message } from '../messages/message.object.ts'

const related = ['user_id', 'message_id', 'mailing_id', 'campaign_id'] as const

export const messageOpened = event('message.opened', {
  when: 'a person opened a message, or followed one of its links, for the first time; programs that open every mail do not count',
  object: Message,
  related,
  example: { status: 'sent' },
})

const MessageClick = z.object({
  user_id: id('usr'),
  message_id: id('msg'),
  mailing_id: id('mlg').nullable(),
  campaign_id: id('cmp').nullable(),
  transport: transport().describe('The channel of the message.'),
  topic: slug(40).describe('The key of the topic of the settings that it was about.'),
  url: text(2000).describe('The target of the link.'),
  clicked_at: timestamp().describe('When the link was followed.'),
})

export const messageClicked = event('message.clicked', {
  when: 'a person followed a link of a message for the first time; programs that follow every link do not count',
  object: MessageClick,
  related,
})
