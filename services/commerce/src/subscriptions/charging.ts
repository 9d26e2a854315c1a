// A charge of a subscription: the order of its next period, and the payment of that order with the saved method. All of
// it is in one transaction; only the call of the provider comes after it.
import { type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { chargeRefusals } from '../money/charges/charge.contract.ts'
import { startCharge } from '../money/charges/start-charge.ts'
import { receivedPayment } from '../money/payments/payment.rules.ts'
import { receiveMoney } from '../money/payments/receive.ts'
import { dueOf as amountDue, isOpen } from '../objects/balance.ts'
import { orderCreated } from '../objects/order-events.ts'
import type { Subscription } from '../objects/subscription.object.ts'
import { closeOrder } from '../sales/order-model/close.ts'
import { newOrderFor } from '../sales/order-model/order.rules.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import type { PresentCatalogue } from '../sales/pricing/catalogue.ts'
import { basketOf, priced } from '../sales/pricing/pricing.ts'
import { chargeTime, later } from './calendar.ts'
import { creditDiscount } from './credit.ts'
import {
  accessOf,
  afterFailure,
  type Dunning,
  ended,
  type Period,
  type StoredSubscription,
} from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'

/** Milliseconds until a charge is tried again that met a payment of the person's own. */
const besideAnother = 3_600_000

export interface Opening {
  subscription: StoredSubscription
  period: Period
  /** The number of its order. */
  number: number
  catalogue: PresentCatalogue
  byHand?: boolean | undefined
}

/** Makes the order of a period and has it paid; the subscription as it is then. */
export async function openPeriod(
  ctx: Work,
  stores: Stores,
  { subscription, period, number, catalogue, byHand }: Opening & { subscription: SubscriptionRow },
  dunning: Dunning,
): Promise<SubscriptionRow> {
  // The receipts of all periods name the company that has subscribed.
  const before = subscription.order_id === null ? null : await stores.orders.find(subscription.order_id)
  const company = before?.company ?? null
  const order = { ...orderOf({ subscription, period, number, catalogue }, dunning, ctx.now), company }
  ctx.emit(orderCreated, order)
  stores.people.lockShared(subscription.user_id)
  const inserted = stores.orders.insert(order)
  stores.subscriptions.open(subscription, period, order.id)
  const opened = stores.subscriptions.save(subscription, { open_order_id: order.id, next_charge_at: null })
  return chargeOrder(ctx, stores, { subscription: opened, order: inserted, byHand }, dunning)
}

/** The order of a period, not yet paid. */
export function orderOf(
  { subscription, period, number, catalogue, trial_days = null }: Opening & { trial_days?: number | null },
  dunning: Dunning,
  now: string,
) {
  const { id, user_id, test } = subscription
  const { offer_id, price_id, quantity, amount } = period
  const access_expires_at = accessOf(period, dunning)
  const items = [
    {
      offer_id,
      price_id,
      quantity,
      unit_amount: amount / quantity,
      trial_days,
      access_expires_at,
      subscription_id: id,
    },
  ]
  const basket = basketOf(items, catalogue, { now, newId: () => newId('ori'), archived: true })
  const pricedBasket = {
    ...priced(basket, { discount: creditDiscount(period.credit_used) }),
    instalments: null,
  }
  return newOrderFor(pricedBasket, { id: newId('ord'), number, user_id, subscription_id: id, test }, now)
}

interface Charging {
  subscription: SubscriptionRow
  order: OrderRow
  /** Whether a request asked for it: then what hinders the charge is refused, in place of a failed charge. */
  byHand?: boolean | undefined
}

/** Charges an open order of a subscription, both locked. Without a usable method the charge has failed. */
export async function chargeOrder(
  ctx: Work,
  stores: Stores,
  { subscription, order, byHand = false }: Charging,
  dunning: Dunning,
): Promise<SubscriptionRow> {
  const { subscriptions } = stores
  const amount = amountDue(order)
  if (amount === 0) {
    const payment = receivedPayment(
      order,
      { id: newId('pay'), amount, method: 'none', paid_at: ctx.now },
      ctx.now,
    )
    await receiveMoney(ctx, stores, { order, payment })
    return subscriptions.present(subscription)
  }
  const { payment_method } = subscription
  if (!payment_method) return chargeFailed(ctx, stores, { subscription, order }, dunning)
  const started = await startedOrRefused(ctx, stores, order, { amount, method: payment_method.id })
  if (!(started instanceof Refused))
    return subscriptions.save(subscription, { open_payment_id: started, next_charge_at: null })
  if (byHand) throw started
  const busy = started.refusal.reason === chargeRefusals.payment_under_way.reason
  if (!busy) return chargeFailed(ctx, stores, { subscription, order }, dunning)
  return subscriptions.save(subscription, { next_charge_at: later(ctx.now, besideAnother) })
}

async function startedOrRefused(
  ctx: Work,
  stores: Stores,
  order: OrderRow,
  { amount, method }: { amount: number; method: Id<'pmt'> },
): Promise<Id<'pay'> | Refused> {
  const paymentMethod = await stores.paymentMethods.find(method)
  if (!paymentMethod) return new Refused(chargeRefusals.method_unusable)
  try {
    const source = { kind: 'saved', payment_method_id: method } as const
    const provider = { id: paymentMethod.provider_id }
    const { subscription_id } = order
    return (await startCharge(ctx, stores, { order, provider, amount, source, subscription_id })).id
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** The subscription after a failed charge of its next period: it waits for the next one of the plan, or has ended. */
export async function chargeFailed(
  ctx: Work,
  stores: Stores,
  { subscription, order }: { subscription: SubscriptionRow; order: OrderRow },
  dunning: Dunning,
): Promise<SubscriptionRow> {
  const changes = afterFailure(subscription, dunning, ctx.now)
  if (!changes) return endSubscription(ctx, stores, { subscription, order, reason: 'unpaid' })
  const eventOptions = subscription.past_due_at === null ? {} : { event: null }
  return stores.subscriptions.move(subscription, 'fail', changes, eventOptions)
}

/** Ends a subscription, locked with its open order: that order can no longer be paid, and the access ends. */
export async function endSubscription(
  ctx: Work,
  stores: Stores,
  {
    subscription,
    order,
    reason,
    byProvider = false,
  }: {
    subscription: SubscriptionRow
    order: OrderRow | null
    reason: NonNullable<Subscription['cancel_reason']>
    /** Whether the provider that charges it has told its end. */
    byProvider?: boolean
  },
): Promise<SubscriptionRow> {
  const isToldThere = subscription.provider_id === null || byProvider
  const canceled = stores.subscriptions.move(subscription, 'cancel', {
    ...ended(reason, ctx.now),
    wanted_end: isToldThere ? null : 'now',
  })
  if (!isToldThere) stores.subscriptions.syncPlan(canceled)
  stores.subscriptions.follow(canceled)
  if (order && isOpen(order)) await closeOrder(ctx, stores, { order, how: 'canceled' })
  return canceled
}

/** Gives up a change of the price whose charge has failed: the subscription goes on as it is. */
export async function dropChange(
  ctx: Work,
  stores: Stores,
  { subscription, order }: { subscription: SubscriptionRow; order: OrderRow },
): Promise<SubscriptionRow> {
  const { subscriptions } = stores
  const next_charge_at = chargeTime(subscription.id, subscription.period_ends_at)
  const savedSubscription = subscriptions.save(subscription, {
    open_order_id: null,
    open_payment_id: null,
    next_charge_at,
  })
  subscriptions.drop(order.id)
  if (isOpen(order)) await closeOrder(ctx, stores, { order, how: 'canceled' })
  return savedSubscription
}
