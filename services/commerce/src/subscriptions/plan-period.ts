// Periods that a provider has charged by its own plan, and their orders.
import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { OfferWithItems } from '../catalog/offers/offer.store.ts'
import { receivedPayment } from '../money/payments/payment.rules.ts'
import { receiveMoney } from '../money/payments/receive.ts'
import type { Plan, PlanCharge } from '../money/providers/adapter/plan.ts'
import { orderCreated } from '../objects/order-events.ts'
import { newOrderFor } from '../sales/order-model/order.rules.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import { pricedElsewhere } from '../sales/order-model/priced-elsewhere.ts'
import type { SubscriptionSettings } from './settings.ts'
import { accessOf, type Period, type StoredSubscription } from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'

/** The period of a subscription that a provider tells. What is paid already is no credit. */
export const planPeriod = (
  { period, offer_id, price_id }: Pick<StoredSubscription, 'period' | 'offer_id' | 'price_id'>,
  { amount, quantity, interval }: Pick<Period, 'amount' | 'quantity' | 'interval'>,
  { period_starts_at: starts_at, period_ends_at: ends_at }: Pick<Plan, 'period_starts_at' | 'period_ends_at'>,
): Period => ({
  ...{ number: period + 1, starts_at, ends_at, anchor_at: ends_at, anchor_period: period + 1 },
  ...{ offer_id, price_id, quantity, amount, interval, credit_used: 0, change: false },
})

interface PlanOrder {
  readonly subscription: StoredSubscription
  readonly period: Period
  readonly offer: OfferWithItems
  readonly number: number
  /** What was paid for it, in minor units. */
  readonly amount: number
}

/** The order of such a period, not yet paid. It gives what the offer has now, until the end of the period and the grace. */
export function planOrder(
  { subscription, period, offer, number, amount }: PlanOrder,
  settings: SubscriptionSettings,
  now: string,
) {
  const { id, user_id, currency, test, price_id, interval } = subscription
  const priced = pricedElsewhere({
    ...{ offer_id: offer.id, name: offer.name, contents: offer.contents, amount, currency },
    ...{ price_id, interval, subscription_id: id, access_expires_at: accessOf(period, settings) },
  })
  return newOrderFor(priced, { id: newId('ord'), number, user_id, subscription_id: id, test }, now)
}

/** Records a charge of the provider: its order is paid, and the subscription goes on to the end of its period. */
export async function recordPlanCharge(
  ctx: Work,
  stores: Stores,
  {
    charge,
    subscription,
    ...opening
  }: Omit<PlanOrder, 'period' | 'amount'> & {
    subscription: SubscriptionRow
    charge: PlanCharge
  },
  settings: SubscriptionSettings,
): Promise<SubscriptionRow> {
  const { subscriptions, orders } = stores
  const { amount } = charge
  // One that is for a part of the present period, as a change of the quantity, does not shorten it.
  const ends = [charge.period_ends_at, subscription.period_ends_at].sort().at(-1)!
  const terms = {
    amount: subscription.amount,
    quantity: subscription.quantity,
    interval: subscription.interval,
  }
  const period = planPeriod(subscription, terms, { ...charge, period_ends_at: ends })
  const order = orders.insert(planOrder({ ...opening, subscription, period, amount }, settings, ctx.now))
  ctx.emit(orderCreated, order)
  subscriptions.open(subscription, period, order.id)
  const opened = subscriptions.save(subscription, { open_order_id: order.id })
  await receiveMoney(ctx, stores, { order, payment: planPayment(order, subscription, charge, ctx.now) })
  return subscriptions.present(opened)
}

const planPayment = (
  order: OrderRow,
  { provider_id }: { provider_id: Id<'pvd'> | null },
  { amount, paid_at, reference }: PlanCharge,
  now: string,
) =>
  receivedPayment(
    order,
    {
      ...{ id: newId('pay'), amount, method: amount > 0 ? 'card' : 'none' },
      ...{ paid_at, provider_id, provider_reference: reference },
    },
    now,
  )
