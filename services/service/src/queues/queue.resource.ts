import { builder } from '../builder.ts'
import { queueHandlers } from './queue.handlers.ts'

export const queueResource = builder.resource({
  handlers: [queueHandlers],
})
