import { builder } from '../builder.ts'
import { healthHandlers } from './health.handlers.ts'

export const healthResource = builder.resource({
  handlers: [healthHandlers],
})
