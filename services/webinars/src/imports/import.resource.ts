import { builder } from '../builder.ts'
import { importHandlers } from './import.handlers.ts'

export const importResource = builder.resource({
  handlers: [importHandlers],
})
