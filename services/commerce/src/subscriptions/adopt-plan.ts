// A subscription of another program that its provider goes on charging: it begins here with the period that is paid there.
import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { OfferWithItems } from '../catalog/offers/offer.store.ts'
import type { PriceRow } from '../catalog/offers/price.store.ts'
import { completingPayment } from '../money/payments/payment.rules.ts'
import type { Plan } from '../money/providers/adapter/plan.ts'
import type { ProviderRow } from '../money/providers/provider.store.ts'
import { orderCreated, orderPaid } from '../objects/order-events.ts'
import { paymentSucceeded } from '../objects/payment.object.ts'
import { subscriptionStarted } from '../objects/subscription.object.ts'
import { planOrder, planPeriod } from './plan-period.ts'
import type { SubscriptionSettings } from './settings.ts'
import { newSubscription } from './starting.ts'
import { paidFor } from './subscription.rules.ts'

export interface Adopting {
  readonly plan: Plan & { readonly amount: number }
  readonly provider: ProviderRow
  readonly user_id: Id<'usr'>
  readonly offer: OfferWithItems
  /** With an interval, and the currency of the plan. */
  readonly price: PriceRow & { readonly interval: NonNullable<PriceRow['interval']> }
  /** Of its order. */
  readonly number: number
}

/** The price of an offer that a plan charges: one of its period and currency, of the same amount if there is such. */
export function priceOfPlan(plan: Adopting['plan'], prices: readonly PriceRow[]): Adopting['price'] | null {
  const alike = prices.filter(
    (price): price is Adopting['price'] =>
      price.currency === plan.currency &&
      price.interval?.unit === plan.interval.unit &&
      price.interval.count === plan.interval.count,
  )
  return alike.find(({ amount }) => amount * plan.quantity === plan.amount) ?? alike[0] ?? null
}

/**
 * Begins it. The order of the present period costs nothing here, because it was paid there: it only gives the access. A
 * period that is still to be paid there has not begun.
 */
export async function adoptPlan(
  ctx: Work,
  stores: Stores,
  { plan, provider, user_id, offer, price, number }: Adopting,
  settings: SubscriptionSettings,
): Promise<void> {
  const { subscriptions, orders, payments } = stores
  const isPastDue = plan.status === 'past_due'
  const blank = newSubscription(
    {
      ...{ id: newId('sbs'), user_id, quantity: plan.quantity, country: null, payment_method: null },
      ...{ time_zone: settings.time_zone, test: provider.mode === 'test', price },
      status: isPastDue ? 'past_due' : 'active',
    },
    ctx.now,
  )
  const present = {
    ...subscriptions.fresh(blank.id),
    ...blank,
    amount: plan.amount,
    ...{ provider_id: provider.id, provider_reference: plan.reference },
    cancels_at_period_end: plan.cancels_at_period_end,
  }
  const { period_starts_at } = plan
  const period_ends_at = isPastDue ? period_starts_at : plan.period_ends_at
  const period = planPeriod(present, present, { period_starts_at, period_ends_at })
  const order = orders.insert(
    planOrder({ subscription: present, period, offer, number, amount: 0 }, settings, ctx.now),
  )
  ctx.emit(orderCreated, order)
  const row = subscriptions.insert({
    ...present,
    ...paidFor(present, period, { id: order.id, value: plan.amount }),
    ...(isPastDue && { attempts: 1, past_due_at: ctx.now }),
  })
  subscriptions.open(row, period, order.id)
  const payment = payments.insert(completingPayment(order, newId('pay'), ctx.now, ctx.now))
  ctx.emit(paymentSucceeded, payment)
  orders.move(order, 'pay', { paid_at: ctx.now }, { event: orderPaid, related: { payment_id: payment.id } })
  ctx.emit(subscriptionStarted, row)
}
