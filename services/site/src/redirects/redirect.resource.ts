import { builder } from '../builder.ts'
import { redirectHandlers } from './redirect.handlers.ts'

export const redirectResource = builder.resource({
  handlers: [redirectHandlers],
})
