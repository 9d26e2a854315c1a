import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { WebinarMessage } from './message.contract.ts'

export const messagesOfPerson = builder.personalData({
  what: 'chat messages of webinars',
  on_merge: 'they become messages of the person who stays',
  needs: 'webinar-messages:write',
  erased: 'texts and names',
  kept: 'sessions, times, states',
  why: 'the order of a conversation stays readable for the others',
  ...rowsOfPerson(({ messages }: Stores) => messages, 'messages.user_id', WebinarMessage),
  move: async ({ from, into, erased }, _, { messages, roomEvents }) => {
    if (erased) {
      messages.blankOf(from)
      roomEvents.cut(from)
    }
    messages.moveTo(into, from)
  },
  erase: (userId, _, { messages, roomEvents }) => {
    messages.blankOf(userId)
    roomEvents.cut(userId)
  },
})
