// The one way in which money comes in: every succeeded payment changes its order here, and has its consequences in the
// same transaction.
import { Refused } from '@lms/contract'
import type { Changes, Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { dueOf, isOpen } from '../../objects/balance.ts'
import { orderPartPaid, orderUpdated } from '../../objects/order-events.ts'
import { type Failure, paymentFailed, paymentSucceeded } from '../../objects/payment.object.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { refusals as orderRefusals } from '../../sales/pricing/basket.contract.ts'
import type { NewPayment } from './payment.rules.ts'
import type { PaymentRow } from './payment.store.ts'

/** What the provider says of a payment that has succeeded. */
export type Outcome = Changes<PaymentRow> & { paid_at: string }

/** Money for an order: a new payment that has succeeded, or the outcome of a stored one, locked. */
export type Money = {
  order: OrderRow
  /** Whether it brings back what a refund of the order has ended. */
  restores?: boolean
} & ({ payment: NewPayment; outcome?: never } | { payment: PaymentRow; outcome: Outcome })

/**
 * Records money for an order, which is locked before its payment. Money that completes the order pays it, also an
 * expired one. Money for an order that is paid, canceled or refunded by now is recorded all the same: it is there, and
 * can be refunded. An outcome that is already recorded changes nothing. A test payment pays nothing in a live school: one
 * whose outcome comes after the school went live has failed.
 */
export async function receiveMoney(
  ctx: Work,
  stores: Stores,
  { order, payment, outcome, restores = false }: Money,
): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const { payments } = stores
  if (outcome && payment.status === 'succeeded') return { order, payment }
  // Held: of a payment and of going live, one sees the other.
  if (payment.test && (await stores.settings.hold()).sales.mode === 'live') {
    if (!outcome) throw new Refused(orderRefusals.order_canceled)
    if (payment.status === 'failed') return { order, payment }
    return { order, payment: await failPayment(ctx, stores, { order, payment, failure: tooLate }) }
  }
  const received = outcome
    ? payments.move(payment, 'succeed', { ...outcome, failure: null })
    : payments.insert(payment)
  ctx.emit(paymentSucceeded, received)
  const isFull = restores || (isOpen(order) && received.amount >= dueOf(order))
  const currentOrder = isFull ? await stores.consequences.completed(order, received.paid_at!, stores) : order
  const after = addedTo(currentOrder, received, isFull, ctx, stores)
  await stores.consequences.afterPayment(
    { order: after, before: order, payment: received, whole: isFull },
    ctx,
    stores,
  )
  return { order: after, payment: received }
}

const tooLate: Failure = {
  class: 'other',
  message: 'This was a test payment, and the school is live by now. No money has moved.',
}

/** The order with the money of a payment. */
function addedTo(
  order: OrderRow,
  payment: PaymentRow,
  isFull: boolean,
  ctx: Work,
  { orders }: Stores,
): OrderRow {
  const paid_amount = order.paid_amount + payment.amount
  const related = { payment_id: payment.id }
  const test = order.test || payment.test
  if (order.status === 'refunded' && isFull)
    return orders.move(order, 'restore', { paid_amount, refunded_at: null, test }, { related })
  if (isFull) return orders.move(order, 'pay', { paid_at: payment.paid_at, paid_amount, test }, { related })
  const saved = orders.save(order, { paid_amount, test })
  if (isOpen(order)) ctx.emit(orderPartPaid, saved, { previous: order, related })
  else ctx.emit(orderUpdated, saved, { previous: order })
  return saved
}

/** Records that an attempt to pay has failed; lock the order, then the payment, which is pending. */
export async function failPayment(
  ctx: Work,
  stores: Stores,
  { order, payment, failure }: { order: OrderRow; payment: PaymentRow; failure: Failure },
): Promise<PaymentRow> {
  const failed = stores.payments.move(payment, 'fail', { failure })
  ctx.emit(paymentFailed, failed)
  await stores.consequences.afterFailure({ order, payment: failed }, ctx, stores)
  return failed
}
