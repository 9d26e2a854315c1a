// Records what a provider says of a charge or a refund. The answer to a call and a callback come here alike, in
// any order and any number of times. Locks are taken in the order person, order, payment, refund.
import { isId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { saveMethod } from '../payment-methods/save-method.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import { failPayment, receiveMoney } from '../payments/receive.ts'
import type { ChargeOutcome, RefundOutcome } from '../providers/adapter/adapter.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import { refundMove } from '../refund-model/refund.rules.ts'
import type { RefundRow } from '../refund-model/refund.store.ts'
import { failRefund, returnMoney, reverseRefund } from '../refund-model/refund.ts'
import { chargeMove } from './charge.rules.ts'
import { closePages } from './close-pages.ts'

type PaymentIds = Pick<PaymentRow, 'id' | 'order_id' | 'user_id' | 'provider_id'>

/** Records the outcome of a charge; gives the payment as it is now. */
export async function recordCharge(
  ctx: Work,
  stores: Stores,
  { id, order_id, user_id, provider_id }: PaymentIds,
  outcome: ChargeOutcome,
): Promise<PaymentRow> {
  const { orders, payments, people, settings } = stores
  const saved = outcome.status === 'succeeded' ? outcome.saved : null
  const present = saved !== null && (await people.holdPresent(user_id))
  // What follows from money depends on the settings: read here, they cost no round trip.
  const [order, payment] = await Promise.all([orders.lock(order_id), payments.lock(id), settings.get()])
  const provider_reference = outcome.reference ?? payment.provider_reference
  const move = chargeMove(payment.status, outcome.status)
  if (move === 'fail' && outcome.status === 'failed')
    return failPayment(ctx, stores, {
      order,
      payment: { ...payment, provider_reference, redirect_url: null },
      failure: outcome.failure,
    })
  if (move === 'succeed' && outcome.status === 'succeeded') {
    const keeps = saved && present && payment.user_id === user_id && provider_id
    const method = keeps ? saveMethod(ctx, stores, { user_id, provider_id: keeps, saved }).id : null
    const received = await receiveMoney(ctx, stores, {
      order,
      payment,
      outcome: {
        paid_at: ctx.now,
        provider_reference,
        fee_amount: outcome.fee_amount,
        redirect_url: null,
        payment_method_id: method ?? payment.payment_method_id,
      },
    })
    return received.payment
  }
  if (outcome.status === 'pending' && payment.status === 'pending') {
    const { redirect_url } = outcome
    // Without a page the person has done there what it was for.
    const saved = payments.save(payment, { provider_reference, redirect_url })
    // The order was closed or paid otherwise while the page was opened.
    if (redirect_url !== null) closePages(ctx, order)
    return saved
  }
  return payment
}

/** Records the outcome of a refund; gives the refund as it is now. */
export async function recordRefund(
  ctx: Work,
  stores: Stores,
  { id, payment_id, order_id }: Pick<RefundRow, 'id' | 'payment_id' | 'order_id'>,
  outcome: RefundOutcome,
): Promise<RefundRow> {
  const { orders, payments, refunds } = stores
  const [order, payment, refund] = await Promise.all([
    orders.lock(order_id),
    payments.lock(payment_id),
    refunds.lock(id),
  ])
  const provider_reference = outcome.reference ?? refund.provider_reference
  const move = refundMove(refund, outcome)
  if (move === 'succeed')
    return returnMoney(ctx, stores, {
      order,
      payment,
      refund,
      outcome: { refunded_at: ctx.now, provider_reference },
    })
  if (move === 'fail' && outcome.status === 'failed') {
    const { failure } = outcome
    const reportedRefund = { ...refund, provider_reference }
    return refund.status === 'pending'
      ? failRefund(stores, reportedRefund, failure)
      : reverseRefund(ctx, stores, { order, payment, refund: reportedRefund, failure })
  }
  // The failure that it tells of a refund which was given up is the end of it, too.
  const names = refund.status === 'pending' || (refund.status === 'failed' && outcome.status === 'failed')
  return names ? refunds.save(refund, { provider_reference }) : refund
}

/** The payment of a notice: by our id, else by the provider's reference. */
export async function paymentOf(
  { payment_id, reference }: { payment_id: string | null; reference: string },
  { id }: Pick<ProviderRow, 'id'>,
  { payments }: Stores,
): Promise<PaymentRow | null> {
  if (payment_id === null) return payments.ofReference(id, reference)
  const match = isId('pay', payment_id) ? await payments.find(payment_id) : null
  return match?.provider_id === id ? match : null
}
