// The one way in which money goes back: every succeeded refund changes its payment and its order here, and has its
// consequences in the same transaction. So does one that fails after all.
import type { Changes, Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { orderRefunded, orderUpdated } from '../../objects/order-events.ts'
import { type Failure, paymentRefunded } from '../../objects/payment.object.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import type { Refund, RefundConsequences } from './refund.contract.ts'
import { consequencesOf, countedOf, endsOrder, refundableOf } from './refund.rules.ts'
import type { RefundRow } from './refund.store.ts'

/** What a refund of this amount would do, after others of the order that are under way. Reads only. */
export async function consequencesFor(
  order: OrderRow,
  payment: PaymentRow,
  amount: number,
  stores: Stores,
  pending = 0,
): Promise<RefundConsequences> {
  const plan = { order, payment, amount, whole: endsOrder(order, amount), pending }
  return { ...consequencesOf(order, amount), ...(await stores.consequences.plannedFor(plan, stores)) }
}

/** What the provider says of a refund that has succeeded. */
export type RefundOutcome = Changes<RefundRow> & { refunded_at: string }

/** A stored refund with its payment and order, all locked. */
interface Stored {
  order: OrderRow
  payment: PaymentRow
  refund: RefundRow
}

/** Money that has been returned: of a new refund, or of a stored one that is pending or failed, locked. */
export type Returned = Pick<Stored, 'order' | 'payment'> &
  ({ refund: Refund; outcome?: never } | { refund: RefundRow; outcome: RefundOutcome })

/**
 * Records money that has been returned. Lock the order, then the payment, then the refund. The refund that returns the
 * last of the money of a paid order refunds the order; every other one leaves its state. What was planned may be
 * outdated by then, so the consequences are those of this moment. A refund that was given up and made again may have been
 * carried out all the same: what the payment has no money left for is recorded as returned twice, and changes nothing else.
 */
export async function returnMoney(ctx: Work, stores: Stores, returned: Returned): Promise<RefundRow> {
  const { order, payment } = returned
  const excess_amount = Math.max(0, returned.refund.amount - refundableOf(payment))
  const amount = returned.refund.amount - excess_amount
  const isFull = (amount > 0 || excess_amount === 0) && endsOrder(order, amount)
  const consequences = await consequencesFor(order, payment, amount, stores)
  const outcomeFields = { excess_amount, consequences }
  const refund = returned.outcome
    ? stores.refunds.move(returned.refund, 'succeed', {
        ...returned.outcome,
        ...outcomeFields,
        failure: null,
      })
    : stores.refunds.insert({
        ...returned.refund,
        ...outcomeFields,
        status: 'succeeded',
        refunded_at: ctx.now,
      })
  const related = { refund_id: refund.id }
  const lessened = stores.payments.save(payment, { refunded_amount: payment.refunded_amount + amount })
  if (lessened === payment && excess_amount > 0) {
    ctx.emit(paymentRefunded, payment, { related })
    return refund
  }
  ctx.emit(paymentRefunded, lessened, { previous: payment, related })
  const after = lessenedBy(order, amount, isFull, { ...related, payment_id: payment.id }, ctx, stores)
  await stores.consequences.afterRefund(
    { order: after, before: order, payment: lessened, refund, whole: isFull },
    ctx,
    stores,
  )
  return refund
}

/** The order without the returned money. */
function lessenedBy(
  order: OrderRow,
  amount: number,
  isFull: boolean,
  related: { refund_id: string; payment_id: string },
  ctx: Work,
  { orders }: Stores,
): OrderRow {
  const refunded_amount = order.refunded_amount + amount
  if (isFull) return orders.move(order, 'refund', { refunded_amount, refunded_at: ctx.now }, { related })
  const saved = orders.save(order, { refunded_amount })
  ctx.emit(orderRefunded, saved, { previous: order, related })
  return saved
}

/** Records that a provider has refused a refund: nothing was returned. */
export const failRefund = (stores: Stores, refund: RefundRow, failure: Failure): RefundRow =>
  stores.refunds.move(refund, 'fail', { failure })

/**
 * Records that money which was returned has come back, because the bank of the person did not take it. Lock as for
 * `returnMoney`. Payment and order have it again, so that it can be returned in another way. What the refund has ended
 * stays ended: nobody wanted it back, and the next refund would end it again.
 */
export async function reverseRefund(
  ctx: Work,
  stores: Stores,
  { order, payment, refund, failure }: Stored & { failure: Failure },
): Promise<RefundRow> {
  const amount = countedOf(refund)
  const failed = stores.refunds.move(refund, 'fail', { failure, refunded_at: null, excess_amount: 0 })
  if (amount === 0) return failed
  const restored = stores.payments.save(payment, { refunded_amount: payment.refunded_amount - amount })
  const after = stores.orders.save(order, { refunded_amount: order.refunded_amount - amount })
  ctx.emit(orderUpdated, after, { previous: order })
  await stores.consequences.afterReversal(
    { order: after, before: order, payment: restored, refund: failed },
    ctx,
    stores,
  )
  return failed
}
