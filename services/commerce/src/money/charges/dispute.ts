// Disputes: what a bank takes back from the school because the person does not recognise a payment.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import { leftOf, newRefund } from '../refund-model/refund.rules.ts'
import { returnMoney } from '../refund-model/refund.ts'
import { paymentDisputed } from './charge.contract.ts'
import { disputeAfter } from './charge.rules.ts'
import { disputeOfCharge } from './charge.task.ts'

export interface Reported {
  dispute: 'open' | 'won' | 'lost'
  /** The disputed part of the payment; null for all of it. */
  amount: number | null
}

/**
 * Records that a dispute of a payment was opened or closed. With a lost one the bank has returned the money to the person:
 * that is a refund, with all that follows from one. Locks the order first, as all that moves money does.
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
  const disputed = payments.save(payment, { dispute })
  ctx.emit(paymentDisputed, disputed, { previous: payment })
  const lost = Math.min(leftOf(payment), amount ?? payment.amount)
  if (dispute !== 'lost' || payment.status !== 'succeeded' || lost === 0) return
  const reason = 'The dispute of the payment was lost: the bank has returned the money.'
  const refund = newRefund(order, disputed, { id: newId('ref'), amount: lost, reason }, ctx.now)
  await returnMoney(ctx, stores, { order, payment: disputed, refund })
}

export const disputeOfChargeTask = builder.task(disputeOfCharge, async ({ payload, ...ctx }, stores) => {
  const payment = await stores.payments.find(payload.payment_id)
  if (payment) await recordDispute(ctx, stores, payment, payload)
})
