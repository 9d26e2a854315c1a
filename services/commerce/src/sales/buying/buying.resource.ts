import { builder } from '../../builder.ts'
import { buyingHandlers } from './buying.handlers.ts'

export const buyingResource = builder.resource({
  handlers: [buyingHandlers],
})
