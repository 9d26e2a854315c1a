import { newId } from '@lms/contract'
import { builder } from '../../builder.ts'
import { newRefund, refundableOf } from '../../money/refund-model/refund.rules.ts'
import { returnMoney } from '../../money/refund-model/refund.ts'
import { endRedemption } from './redemption.task.ts'

/** The order of a redeemed gift ends as by a refund: nothing of it was paid but the gift. */
export const endRedemptionTask = builder.task(endRedemption, async ({ payload, ...ctx }, stores) => {
  const order = await stores.orders.lockIfAny(payload.order_id)
  if (order?.status !== 'paid') return
  const payment = await stores.payments.lockLargestLeft(order.id)
  if (!payment) throw new Error(`The order ${order.id} is paid, and has no payment.`)
  const reason = 'The purchase of the gift was refunded.'
  const refund = newRefund(
    order,
    payment,
    { id: newId('ref'), amount: refundableOf(payment), reason },
    ctx.now,
  )
  await returnMoney(ctx, stores, { order, payment, refund })
})
