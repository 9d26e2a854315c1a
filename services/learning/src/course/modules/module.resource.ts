import { builder } from '../../builder.ts'
import { moduleHandlers } from './module.handlers.ts'

export const moduleResource = builder.resource({
  handlers: [moduleHandlers],
})
