import { builder } from '../../builder.ts'
import { paymentHandlers } from './payment.handlers.ts'

export const paymentResource = builder.resource({
  handlers: [paymentHandlers],
})
