import { rowsOfPerson } from '@lms/service-host'
import { z } from 'zod'
import { builder, type Stores } from '../builder.ts'
import { MessageWithContent } from './message.object.ts'
import type { MessageRow } from './message.store.ts'

/** A row with what was sent, as it is kept. */
const Kept = z.preprocess(
  row => ({ ...(row as MessageRow), content: contentOf(row as MessageRow) }),
  MessageWithContent,
)
const contentOf = ({ subject, rendition }: MessageRow) => rendition && { subject, ...rendition }

export const messagesOfPerson = builder.personalData({
  what: 'messages to them',
  on_merge: 'they become messages to the person who stays',
  needs: 'messages:write',
  erased: 'addresses, subjects, contents, answers of channels',
  kept: 'channels, topics, states, times',
  why: 'the school must be able to show to whom it wrote, and when',
  ...rowsOfPerson(({ messages }: Stores) => messages, 'messages.user_id', Kept),
  object: MessageWithContent,
  move: ({ from, into, erased }, _, { messages }) => {
    if (erased) messages.blankOf(from)
    messages.moveTo(into, from)
  },
  erase: (userId, _, { messages }) => messages.blankOf(userId),
})
