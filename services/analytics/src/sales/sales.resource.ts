import { builder } from '../builder.ts'
import { salesHandlers } from './sales.handlers.ts'

export const salesResource = builder.resource({
  handlers: [salesHandlers],
})
