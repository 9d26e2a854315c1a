// Disputes: what a bank takes back from the school because the person does not recognise a payment.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { paymentDisputed } from '../../objects/payment.object.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { receivedPayment } from '../payments/payment.rules.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import { receiveMoney } from '../payments/receive.ts'
import { countedOf, newRefund, refundableOf } from '../refund-model/refund.rules.ts'
import type { RefundRow } from '../refund-model/refund.store.ts'
import { returnMoney } from '../refund-model/refund.ts'
import { disputeAfter, type ReportedDispute } from './charge.rules.ts'
import { disputeOfCharge } from './charge.task.ts'

export interface Reported {
  dispute: ReportedDispute
  /** The disputed part of the payment; null for all of it. */
  amount: number | null
}

/**
 * Records that a dispute of a payment was opened or closed. With a lost one the bank has returned the money to the person:
 * that is a refund, with all that follows from one. With one that is won after it was lost the money is back: that is a new
 * payment. Locks the order first, as all that moves money does.
 */
export async function recordDispute(
  ctx: Work,
  stores: Stores,
  { id, order_id }: Pick<PaymentRow, 'id' | 'order_id'>,
  { dispute: reported, amount }: Reported,
): Promise<void> {
  const { orders, payments } = stores
  const [order, payment] = await Promise.all([
    orders.lock(order_id),
    payments.lock(id),
    stores.settings.get(),
  ])
  const dispute = disputeAfter(payment.dispute, reported)
  if (dispute === payment.dispute) return
  // The task is repeated: the success is on its way.
  if (dispute === 'lost' && payment.status === 'pending')
    throw new Error(`The dispute of the payment ${id} is lost before its success.`)
  const lost = Math.min(refundableOf(payment), amount ?? payment.amount)
  const isLost = dispute === 'lost' && payment.status === 'succeeded' && lost > 0
  const refund_id = isLost ? newId('ref') : null
  const disputed = payments.save(payment, { dispute, dispute_refund_id: refund_id })
  ctx.emit(paymentDisputed, disputed, { previous: payment })
  if (refund_id) {
    const reason = 'The dispute of the payment was lost: the bank has returned the money.'
    const refund = newRefund(order, disputed, { id: refund_id, amount: lost, reason }, ctx.now)
    await returnMoney(ctx, stores, { order, payment: disputed, refund })
  } else if (dispute === 'won' && payment.dispute_refund_id)
    await bringBack(ctx, stores, { order, payment, refund_id: payment.dispute_refund_id })
}

/**
 * The money of a lost dispute that was won after all. It pays the order again, with what a payment gives, if that loss had
 * ended the order. A subscription does not begin again: nobody is charged by a card whose owner disputes it.
 */
async function bringBack(
  ctx: Work,
  stores: Stores,
  { order, payment, refund_id }: { order: OrderRow; payment: PaymentRow; refund_id: RefundRow['id'] },
): Promise<void> {
  const refund = await stores.refunds.get(refund_id)
  const amount = countedOf(refund)
  // The test sales of a live school have ended.
  if (amount === 0 || (payment.test && (await stores.settings.get()).sales.mode === 'live')) return
  const { method, provider_id, provider_reference, test } = payment
  const back = { id: newId('pay'), amount, method, provider_id, provider_reference, test, paid_at: ctx.now }
  const comment = `The dispute of the payment ${payment.id} was won: the bank has given the money back.`
  const restores = order.status === 'refunded' && refund.consequences.order_status === 'refunded'
  const received = receivedPayment(order, { ...back, comment }, ctx.now)
  await receiveMoney(ctx, stores, { order, payment: received, restores })
}

export const disputeOfChargeTask = builder.task(disputeOfCharge, async ({ payload, ...ctx }, stores) => {
  const payment = await stores.payments.find(payload.payment_id)
  if (payment) await recordDispute(ctx, stores, payment, payload)
})
