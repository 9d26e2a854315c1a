import { builder } from '../builder.ts'
import { sessionHandlers } from './session.handlers.ts'
import { sessionTimeHandlers } from './session-times.handlers.ts'

export const sessionResource = builder.resource({
  handlers: [sessionHandlers, sessionTimeHandlers],
})
