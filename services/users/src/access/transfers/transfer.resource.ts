import { builder } from '../../builder.ts'
import { transferHandlers } from './transfer.handlers.ts'

export const transferResource = builder.resource({
  handlers: [transferHandlers],
})
