import { builder } from '../builder.ts'
import { messages } from './message.contract.ts'
import { queueMessage } from './queue.ts'

export const messageHandlers = builder.implement(messages, {
  list: ({ query }, { messages }) => messages.page(query),

  get: ({ path }, { messages }) => messages.get(path.id),

  create: (input, stores) => queueMessage({ attachments: [], ...input.body }, input, stores),
})
