import { builder } from '../../builder.ts'
import { meHandlers } from './me.handlers.ts'

export const meResource = builder.resource({
  handlers: [meHandlers],
})
