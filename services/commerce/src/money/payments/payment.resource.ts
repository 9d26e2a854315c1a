import { newId, Refused } from '@lms/contract'
import { byId } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { paidAt } from '../../sales/order-model/order.rules.ts'
import { usersExpander } from '../../users-expander.ts'
import { payments, refusals } from './payment.contract.ts'
import { amountDue, paymentFor, receivedPayment } from './payment.rules.ts'
import { receiveMoney } from './receive.ts'

const paymentHandlers = builder.implement(
  payments,
  {
    list: async ({ query, caller }, { payments }) => {
      const page = await payments.page(query)
      return { ...page, rows: page.rows.map(each => paymentFor(each, caller)) }
    },

    create: async (ctx, stores) => {
      const { order_id, amount: requestedAmount, paid_at: requestedPaidAt, ...described } = ctx.body
      const paid_at = paidAt(requestedPaidAt, ctx.now)
      // What follows from money depends on the settings: read here, they cost no round trip.
      const [order] = await Promise.all([stores.orders.lockIfAny(order_id), stores.settings.get()])
      if (!order) throw new Refused(refusals.order_unknown)
      const amount = amountDue(order, requestedAmount)
      const payment = receivedPayment(order, { id: newId('pay'), amount, paid_at, ...described }, ctx.now)
      return (await receiveMoney(ctx, stores, { order, payment })).payment
    },

    get: async ({ path, caller }, { payments, receipts }) => {
      const [payment, all] = await Promise.all([payments.get(path.id), receipts.ofPayment(path.id)])
      const receiptSummaries = all.map(({ id, kind, number, status, amount }) => ({
        id,
        kind,
        number,
        status,
        amount,
      }))
      return { ...paymentFor(payment, caller), receipts: receiptSummaries }
    },
  },
  {
    user: usersExpander,
    order: async (ids, { orders }) => byId(await orders.many(ids)),
  },
)

export const paymentResource = builder.resource({
  handlers: [paymentHandlers],
})
