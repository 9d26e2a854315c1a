import { builder } from '../builder.ts'
import { usersExpander } from '../people/read.ts'
import { messages } from './message.contract.ts'
import { queueMessage } from './queue.ts'
import { takeBack } from './take-back.ts'

export const messageHandlers = builder.implement(
  messages,
  {
    list: ({ query }, { messages }) => messages.page(query),

    get: ({ path }, { messages }) => messages.get(path.id),

    create: (input, stores) => {
      const { cancel_id, ...message } = input.body
      if (cancel_id !== null) return takeBack(cancel_id, message, input, stores)
      return queueMessage({ attachments: [], ...message }, input, stores)
    },
  },
  { user: usersExpander },
)
