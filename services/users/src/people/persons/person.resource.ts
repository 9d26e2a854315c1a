import { builder } from '../../builder.ts'
import { personHandlers } from './person.handlers.ts'

export const personResource = builder.resource({
  handlers: [personHandlers],
})
