import { builder } from '../../builder.ts'
import { closeOrder } from '../order-model/close.ts'
import { expireOrder } from '../order-model/expiry.task.ts'
import { offerOrders, offerOrdersPage } from '../order-model/offer-orders.contract.ts'
import { orderDiscountHandlers } from './discount.handlers.ts'
import { settleFreeOrderTask } from './free-orders.run.ts'
import { orderInstalmentHandlers } from './instalment.handlers.ts'
import { orderHandlers, orderItemHandlers } from './order.handlers.ts'
import { orderSumHandlers } from './sums.handlers.ts'

const offerOrdersHandlers = builder.implement(offerOrders, {
  list: ({ body: { offer_id, after } }, { orders }) => orders.paidWith(offer_id, after, offerOrdersPage),
})

// Unpaid orders expire by the clock, each with one event. Late money still pays them.
const expireOrderTask = builder.batch(expireOrder, async ({ payloads, ...ctx }, stores) => {
  const due = await stores.orders.lockDue(payloads.map(({ order_id }) => order_id))
  for (const order of due) await closeOrder(ctx, stores, { order, how: 'expired' })
})

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
