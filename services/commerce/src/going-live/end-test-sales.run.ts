// What becomes of test sales when a school goes live: their payments are refunded, which ends accesses, subscriptions and
// gifts as every refund does, and what is unpaid is canceled. They stay marked as tests. Each step does one payment or
// order, because a step cannot read what it has written.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { newRefund, refundableOf } from '../money/refund-model/refund.rules.ts'
import { returnMoney } from '../money/refund-model/refund.ts'
import { isOpen } from '../objects/balance.ts'
import { closeOrder } from '../sales/order-model/close.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import { endTestSales } from './going-live.ts'

export const endTestSalesTask = builder.task(endTestSales, async (ctx, stores) => {
  const order = await stores.orders.lockTestSale()
  if (!order) return
  await endSale(order, ctx, stores)
  return { state: {} }
})

async function endSale(order: OrderRow, ctx: Work, stores: Stores): Promise<void> {
  const payment = await stores.payments.lockLargestLeft(order.id)
  const remaining = payment ? refundableOf(payment) : 0
  if (isOpen(order) && remaining === 0)
    return void (await closeOrder(ctx, stores, { order, how: 'canceled' }))
  if (!payment) throw new Error(`The order ${order.id} is paid, and has no payment.`)
  const refund = newRefund(order, payment, { id: newId('ref'), amount: remaining, reason: '' }, ctx.now)
  await returnMoney(ctx, stores, { order, payment, refund })
  if (order.discount?.promo_code_id) stores.promoCodes.giveBack(order.id)
}
