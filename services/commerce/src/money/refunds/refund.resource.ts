import { newId } from '@lms/contract'
import { answerAfter, byId } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { usersExpander } from '../../users-expander.ts'
import { paymentsExpander } from '../payments/payments-expander.ts'
import { paymentRefunds, refunds } from '../refund-model/refund.contract.ts'
import { amountToRefund, newRefund } from '../refund-model/refund.rules.ts'
import { consequencesFor, returnMoney } from '../refund-model/refund.ts'
import { lookUpRefundCall } from './look-up-refund.run.ts'
import { refundCall } from './refund.run.ts'

const paymentRefundHandlers = builder.implement(paymentRefunds, {
  refund: async (ctx, stores) => {
    const { dry_run, outside, reason, amount: requestedAmount } = ctx.body
    const { order, payment, pending } = await lockRefundable(ctx.path.id, stores)
    const spent = await stores.consequences.spentOf(order, stores)
    const amount = amountToRefund(order, payment, { pending, spent }, requestedAmount)
    const refund = newRefund(order, payment, { id: newId('ref'), amount, reason }, ctx.now)
    if (!dry_run && (outside || payment.provider_id === null))
      return { ...(await returnMoney(ctx, stores, { order, payment, refund })), dry_run }
    const consequences = await consequencesFor(order, payment, amount, stores, pending.order)
    if (dry_run) return { ...refund, id: null, status: null, consequences, dry_run }
    const { id: refund_id } = stores.refunds.insert({ ...refund, consequences })
    return answerAfter(refundCall, { refund_id, payment_id: payment.id, order_id: order.id })
  },
})

/** A payment with its order and the sums of their pending refunds, locked together in one round trip. */
async function lockRefundable(paymentId: string, { orders, payments, refunds }: Stores) {
  const [order, payment, pending] = await Promise.all([
    orders.lockOfPayment(paymentId),
    payments.lock(paymentId),
    refunds.pendingOf(paymentId),
  ])
  return { order, payment, pending }
}

const refundHandlers = builder.implement(
  refunds,
  {
    list: ({ query }, { refunds }) => refunds.page(query),
    get: ({ path }, { refunds }) => refunds.get(path.id),
  },
  {
    user: usersExpander,
    order: async (ids, { orders }) => byId(await orders.many(ids)),
    payment: paymentsExpander,
  },
)

export const refundResource = builder.resource({
  handlers: [paymentRefundHandlers, refundHandlers],
  tasks: [refundCall, lookUpRefundCall],
})
