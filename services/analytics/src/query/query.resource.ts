import { builder } from '../builder.ts'
import { queryHandlers } from './query.handlers.ts'

export const queryResource = builder.resource({
  handlers: [queryHandlers],
})
