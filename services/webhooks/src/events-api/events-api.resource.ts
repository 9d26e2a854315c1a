import { builder } from '../builder.ts'
import { eventHandlers } from './event.handlers.ts'

export const eventsApiResource = builder.resource({
  handlers: [eventHandlers],
})
