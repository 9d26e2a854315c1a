import { builder } from '../../builder.ts'
import { leadHandlers } from './lead.handlers.ts'

export const leadResource = builder.resource({
  handlers: [leadHandlers],
})
