// Refunds that somebody has made at the provider itself.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import { newRefund } from '../refund-model/refund.rules.ts'
import { returnMoney } from '../refund-model/refund.ts'
import { refundOfCharge } from './charge.task.ts'

/**
 * Records such a refund, once. Staff who saw it there may have recorded it by hand before its callback: then that refund
 * of the same amount is the one.
 */
export async function recordMadeThere(
  ctx: Work,
  stores: Stores,
  { id, order_id }: Pick<PaymentRow, 'id' | 'order_id'>,
  { reference, amount }: { reference: string; amount: number },
): Promise<void> {
  const { orders, payments, refunds } = stores
  const [order, payment, known] = await Promise.all([
    orders.lock(order_id),
    payments.lock(id),
    refunds.lockReported(id, reference, amount),
  ])
  if (payment.status !== 'succeeded') throw new Error(`The payment ${id} is refunded before its success.`)
  const made = { provider_reference: reference }
  if (known) return void refunds.save(known, made)
  const refund = newRefund(order, payment, { id: newId('ref'), amount, reason: '' }, ctx.now)
  await returnMoney(ctx, stores, { order, payment, refund: { ...refund, ...made } })
}

/** One that was told before its charge: the success is recorded, or on its way. */
export const refundOfChargeTask = builder.task(refundOfCharge, async ({ payload, ...ctx }, stores) => {
  const payment = await stores.payments.find(payload.payment_id)
  if (payment) await recordMadeThere(ctx, stores, payment, payload)
})
