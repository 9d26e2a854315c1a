import { builder } from '../../builder.ts'
import { sessionHandlers, sessionInternalHandlers } from './session.handlers.ts'

export const sessionResource = builder.resource({
  handlers: [sessionHandlers, sessionInternalHandlers],
  restored: () => ['sessions: people sign in again'],
})
