// Begins a payment through a provider: a pending payment, and the call that charges. Both are committed together, so
// that the call is made whatever happens to the process.
import { newId, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { dueOf } from '../../objects/balance.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { PaymentMethodRow } from '../payment-methods/payment-method.store.ts'
import { pendingPayment } from '../payments/payment.rules.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import type { ChargeSource } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { servesIn, takesOrder } from '../providers/provider.rules.ts'
import { chargeRefusals } from './charge.contract.ts'
import { refuseBeyondDue } from './charge.rules.ts'
import { type ChargePayload, chargePayment } from './charge.task.ts'

/** How the person pays: on the page, with the choice of the adapter's form, or with a saved card. */
export type Source =
  | Extract<ChargeSource, { kind: 'page' }>
  | { kind: 'saved'; payment_method_id: PaymentMethodRow['id'] }

export interface NewCharge {
  /** Locked. */
  order: OrderRow
  provider: { readonly id: string }
  /** At most what is due. */
  amount: number
  source: Source
  subscription_id?: PaymentRow['subscription_id']
}

/**
 * A new pending payment, and the call to make for it. Refuses with payment_under_way, nothing_due, provider_unusable or
 * method_unusable. An operation that waits for the outcome ends with `answerAfter(chargeCall, payload)`.
 */
export async function newCharge(
  stores: Stores,
  { order, provider, amount, source, subscription_id = order.subscription_id }: NewCharge,
): Promise<{ payment: PaymentRow; payload: ChargePayload }> {
  const { payments, providers, paymentMethods, settings } = stores
  const method_id = source.kind === 'saved' ? source.payment_method_id : null
  const [storedProvider, underWay, method, { sales }] = await Promise.all([
    providers.hold(provider.id),
    payments.underWay(order.id),
    method_id === null ? null : paymentMethods.find(method_id),
    settings.get(),
  ])
  refuseBeyondDue(amount, { due: dueOf(order), underWay })
  const takes = storedProvider?.currencies.length === 0 || storedProvider?.currencies.includes(order.currency)
  if (
    !storedProvider?.active ||
    !takes ||
    !servesIn(sales.mode, storedProvider) ||
    !takesOrder(storedProvider, order)
  )
    throw new Refused(chargeRefusals.provider_unusable)
  const usable = method?.user_id === order.user_id && method.provider_id === storedProvider.id
  if (method_id !== null && !usable) throw new Refused(chargeRefusals.method_unusable)
  const { id, created_at } = payments.fresh(newId('pay'))
  const paid = {
    id,
    subscription_id,
    provider_id: storedProvider.id,
    test: storedProvider.mode === 'test',
    method: adapters[storedProvider.kind].page === 'instructions' ? ('other' as const) : ('card' as const),
    amount,
    payment_method_id: method_id,
  }
  const payment = payments.insert(pendingPayment(order, paid, created_at))
  const none = { choice: null, return_url: null, done_url: null, save: false }
  const { choice, return_url, done_url, save } = source.kind === 'page' ? source : none
  return {
    payment,
    payload: { payment_id: payment.id, order_id: order.id, choice, return_url, done_url, save },
  }
}

/** The same, and the call is made as soon as the work is committed; for callers that do not wait for the outcome. */
export async function startCharge(ctx: Work, stores: Stores, charge: NewCharge): Promise<PaymentRow> {
  const { payment, payload } = await newCharge(stores, charge)
  enqueue(ctx.work, chargePayment, payload)
  return payment
}
