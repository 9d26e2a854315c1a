// Unpaid orders expire by the clock, each with one event. Late money still pays them.
import { builder } from '../../builder.ts'
import { closeOrder } from '../order-model/close.ts'
import { expireOrder } from '../order-model/expiry.task.ts'

export const expireOrderTask = builder.batch(expireOrder, async ({ payloads, ...ctx }, stores) => {
  const due = await stores.orders.lockDue(payloads.map(({ order_id }) => order_id))
  for (const order of due) await closeOrder(ctx, stores, { order, how: 'expired' })
})
