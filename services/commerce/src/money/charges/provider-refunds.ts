// Refunds that somebody has made at the provider itself.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { Failure } from '../../objects/payment.object.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import { newRefund } from '../refund-model/refund.rules.ts'
import { failRefund, returnMoney, reverseRefund } from '../refund-model/refund.ts'
import { refundOfCharge } from './charge.task.ts'

/**
 * Records such a refund, once. Staff who saw it there may have recorded it by hand before its callback: then that refund
 * of the same amount is the one. `failure`: it has failed, perhaps after a success, which may be told later.
 */
export async function recordProviderRefund(
  ctx: Work,
  stores: Stores,
  { id, order_id }: Pick<PaymentRow, 'id' | 'order_id'>,
  { reference, amount, failure = null }: { reference: string; amount: number; failure?: Failure | null },
): Promise<void> {
  const { orders, payments, refunds } = stores
  const [order, payment, existingRefund] = await Promise.all([
    orders.lock(order_id),
    payments.lock(id),
    refunds.lockReported(id, reference, amount),
  ])
  if (payment.status !== 'succeeded') throw new Error(`The payment ${id} is refunded before its success.`)
  const providerFields = { provider_reference: reference }
  const refund = {
    ...newRefund(order, payment, { id: newId('ref'), amount, reason: '' }, ctx.now),
    ...providerFields,
  }
  if (failure === null) {
    if (!existingRefund) await returnMoney(ctx, stores, { order, payment, refund })
    else if (existingRefund.provider_reference === null) refunds.save(existingRefund, providerFields)
  } else if (!existingRefund) failRefund(stores, refunds.insert(refund), failure)
  else if (existingRefund.status === 'succeeded')
    await reverseRefund(ctx, stores, {
      order,
      payment,
      refund: { ...existingRefund, ...providerFields },
      failure,
    })
}

/** One that was told before its charge: the success is recorded, or on its way. */
export const refundOfChargeTask = builder.task(refundOfCharge, async ({ payload, ...ctx }, stores) => {
  const payment = await stores.payments.find(payload.payment_id)
  if (payment) await recordProviderRefund(ctx, stores, payment, payload)
})
