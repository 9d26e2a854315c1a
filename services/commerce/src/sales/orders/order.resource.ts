import { builder } from '../../builder.ts'
import { orderDiscountHandlers } from './discount.handlers.ts'
import { expireOrderTask } from './expiry.run.ts'
import { settleFreeOrderTask } from './free-orders.run.ts'
import { orderInstalmentHandlers } from './instalment.handlers.ts'
import { offerOrdersHandlers } from './offer-orders.handlers.ts'
import { orderHandlers, orderItemHandlers } from './order.handlers.ts'
import { orderSumHandlers } from './sums.handlers.ts'

export const orderResource = builder.resource({
  handlers: [
    offerOrdersHandlers,
    orderHandlers,
    orderItemHandlers,
    orderInstalmentHandlers,
    orderSumHandlers,
    orderDiscountHandlers,
  ],
  tasks: [expireOrderTask, settleFreeOrderTask],
})
