import { builder } from '../builder.ts'
import { connectBotTask } from './connect.run.ts'
import { inboundHandlers } from './inbound.handlers.ts'

export const inboundResource = builder.resource({
  handlers: [inboundHandlers],
  tasks: [connectBotTask],
})
