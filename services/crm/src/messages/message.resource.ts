import { builder } from '../builder.ts'
import { messagesOfPerson } from './message.data.ts'
import { messageHandlers } from './message.handlers.ts'

export const messageResource = builder.resource({
  handlers: [messageHandlers],
  personalData: [messagesOfPerson],
})
