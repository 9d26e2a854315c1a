import { builder } from '../builder.ts'
import { messages } from '../messages/message.contract.ts'
import { queueMessage } from '../messages/queue.ts'
import { takeBack } from '../messages/take-back.ts'
import { usersExpander } from '../people/read.ts'
import { readableContent } from './rendition.ts'

export const messageHandlers = builder.implement(
  messages,
  {
    list: ({ query }, { messages }) => messages.page(query),

    get: async (input, stores) => {
      const row = await stores.messages.get(input.path.id)
      return { ...row, content: await readableContent(row, input, stores) }
    },

    create: (input, stores) => {
      const { cancel_id, ...message } = input.body
      if (cancel_id !== null) return takeBack(cancel_id, message, input, stores)
      return queueMessage({ attachments: [], ...message }, { ...input, needsSubject: true }, stores)
    },
  },
  { user: usersExpander },
)
