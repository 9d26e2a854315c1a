import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Message } from './message.object.ts'

export const messagesOfPerson = builder.personalData({
  what: 'messages to them',
  on_merge: 'they become messages to the person who stays',
  needs: 'messages:write',
  erased: 'addresses, subjects, texts, answers of channels',
  kept: 'channels, topics, states, times',
  why: 'the school must be able to show to whom it wrote, and when',
  ...rowsOfPerson(({ messages }: Stores) => messages, 'messages.user_id', Message),
  move: ({ from, into, erased }, _, { messages }) => {
    if (erased) messages.blankOf(from)
    messages.moveTo(into, from)
  },
  erase: (userId, _, { messages }) => messages.blankOf(userId),
})
