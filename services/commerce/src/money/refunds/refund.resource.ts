import { builder } from '../../builder.ts'
import { lookUpRefundCall } from './look-up-refund.run.ts'
import { paymentRefundHandlers, refundHandlers } from './refund.handlers.ts'
import { refundCall } from './refund.run.ts'

export const refundResource = builder.resource({
  handlers: [paymentRefundHandlers, refundHandlers],
  tasks: [refundCall, lookUpRefundCall],
})
