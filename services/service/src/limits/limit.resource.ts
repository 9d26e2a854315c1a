import { builder } from '../builder.ts'
import { limitHandlers } from './limit.handlers.ts'

export const limitResource = builder.resource({
  handlers: [limitHandlers],
})
