// How a subscription begins: by a paid order with an item of a price with an interval, or by hand, with a trial or a first
// charge.
import { type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { Interval, Price } from '../catalog/offers/price.contract.ts'
import type { OrderItem } from '../objects/order.object.ts'
import {
  type ChargedMethod,
  refusals,
  type Subscription,
  subscriptionStarted,
} from '../objects/subscription.object.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import type { PresentCatalogue } from '../sales/pricing/catalogue.ts'
import { refuseTooLarge } from '../sales/pricing/pricing.ts'
import { endOf } from './calendar.ts'
import { type SubscriptionSettings, settingsOf } from './settings.ts'
import { accessOf, nextPeriod, type Period, paidFor, type StoredSubscription } from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'

type Periodic = Price & { interval: NonNullable<Price['interval']> }
type SubscriptionFields = Pick<
  Subscription,
  'id' | 'user_id' | 'quantity' | 'country' | 'time_zone' | 'payment_method' | 'test'
> & {
  price: Periodic
  status: 'active' | 'trialing' | 'past_due'
}

/** A subscription before its first period. */
export function newSubscription(
  { price, quantity, ...fields }: SubscriptionFields,
  now: string,
): Omit<StoredSubscription, 'version' | 'created_at' | 'updated_at'> {
  return {
    ...fields,
    offer_id: price.offer_id,
    price_id: price.id,
    quantity,
    amount: price.amount * quantity,
    currency: price.currency,
    interval: price.interval,
    period: 0,
    period_starts_at: now,
    period_ends_at: now,
    anchor_at: now,
    anchor_period: 0,
    period_value: 0,
    value_history: [],
    trial_ends_at: null,
    next_charge_at: null,
    attempts: 0,
    past_due_at: null,
    price_change: null,
    credit_amount: 0,
    order_id: null,
    open_order_id: null,
    open_payment_id: null,
    cancels_at_period_end: false,
    paused_at: null,
    resumes_at: null,
    canceled_at: null,
    cancel_reason: null,
    provider_id: null,
    provider_reference: null,
    wanted_end: null,
  }
}

/** The first period of an order's item: free days, or the period of its price. */
const firstInterval = ({ interval, trial_days }: Pick<OrderItem, 'interval' | 'trial_days'>): Interval =>
  trial_days === null ? interval! : { unit: 'day', count: trial_days }

/** The free first period: whole days in the zone of the subscription. */
export function trialPeriod(present: StoredSubscription, days: number, now: string): Period {
  const first = nextPeriod(present, now)
  const ends_at = endOf(1, { ...present, interval: firstInterval({ interval: null, trial_days: days }) })
  return { ...first, amount: 0, ends_at, anchor_at: ends_at, anchor_period: 1 }
}

/** A price that a subscription can have; refuses another one. `currency` is that of a present subscription. */
export function periodic(price: Price | null, currency?: string): Periodic {
  const { interval = null, status } = price ?? {}
  if (!price || interval === null || status !== 'active' || (currency ?? price.currency) !== price.currency)
    throw new Refused(refusals.subscription_price_invalid)
  return { ...price, interval }
}

/** Refuses the price of an offer that is not sold, and a period that costs more than an order may. */
export function refuseUnsold(
  { offer_id, amount }: Pick<Price, 'offer_id' | 'amount'>,
  quantity: number,
  { offers }: PresentCatalogue,
): void {
  if (!offers.some(({ id, status }) => id === offer_id && status === 'active'))
    throw new Refused(refusals.subscription_price_invalid)
  refuseTooLarge(amount * quantity)
}

/** What a subscription shows of a saved method. */
export const visibleMethod = ({ id, brand, last4, expires }: ChargedMethod): ChargedMethod => ({
  id,
  brand,
  last4,
  expires,
})

const starts = ({ interval, gift, subscription_id }: OrderItem) =>
  interval !== null && !gift && subscription_id === null

/** Whether the payment of an order starts subscriptions. */
export const startsSubscriptions = ({ as_gift, items }: OrderRow): boolean => !as_gift && items.some(starts)

/** An order that is now paid, its items with the subscriptions that they start and the ends of the first periods. */
export async function withFirstPeriods(order: OrderRow, paid_at: string, stores: Stores): Promise<OrderRow> {
  if (!startsSubscriptions(order)) return order
  const { time_zone, ...dunning } = await settingsOf(stores)
  const items = order.items.map(item => {
    if (!starts(item)) return item
    const rhythm = { anchor_at: paid_at, anchor_period: 0, time_zone, interval: firstInterval(item) }
    const ends_at = endOf(1, rhythm)
    return { ...item, subscription_id: newId('sbs'), access_expires_at: accessOf({ ends_at }, dunning) }
  })
  return { ...order, items }
}

/**
 * An order whose money is back after a dispute: what it gave of a subscription that has ended otherwise meanwhile stays
 * ended.
 */
export async function withEndedPeriods(order: OrderRow, { subscriptions }: Stores): Promise<OrderRow> {
  const ids = order.items.flatMap(({ subscription_id }) => subscription_id ?? [])
  const ended = new Map<string | null, string>(
    (await subscriptions.many(ids)).flatMap(({ id, canceled_at, cancel_reason }) =>
      canceled_at !== null && cancel_reason !== 'refunded' ? [[id, canceled_at] as const] : [],
    ),
  )
  const items = order.items.map(item => {
    const end = ended.get(item.subscription_id)
    const isLater = end !== undefined && (item.access_expires_at === null || item.access_expires_at > end)
    return isLater ? { ...item, access_expires_at: end } : item
  })
  return { ...order, items }
}

interface Starting {
  /** The order before its payment. */
  before: OrderRow
  payment_method: ChargedMethod | null
  settings: SubscriptionSettings
}

/** Starts the subscriptions of an order that has just been paid. */
export async function startFromOrder(
  ctx: Work,
  stores: Stores,
  order: OrderRow,
  { before, payment_method, settings }: Starting,
): Promise<void> {
  const started = new Set(before.items.filter(starts).map(({ id }) => id))
  const items = order.items.filter(({ id }) => started.has(id))
  const prices = await stores.prices.many(items.flatMap(({ price_id }) => price_id ?? []))
  for (const item of items) {
    const price = prices.find(({ id }) => id === item.price_id)
    if (!price?.interval) continue
    const { user_id, country, test } = order
    const { quantity, trial_days } = item
    const fields = { id: item.subscription_id!, user_id, country, payment_method, quantity, test }
    const { time_zone } = settings
    const blank = newSubscription(
      {
        ...fields,
        time_zone,
        price: { ...price, interval: price.interval },
        status: trial_days ? 'trialing' : 'active',
      },
      order.paid_at!,
    )
    const present = { ...stores.subscriptions.fresh(blank.id), ...blank }
    const period = trial_days
      ? trialPeriod(present, trial_days, order.paid_at!)
      : nextPeriod({ ...present, period_ends_at: order.paid_at! }, order.paid_at!)
    const value = item.amount - item.discount_amount
    begin(ctx, stores, { present: withTrial(present, period), period, order, value })
  }
}

/** A subscription that is about to begin; the end of its free days is that of its first period. */
export const withTrial = <S extends StoredSubscription>(present: S, { ends_at }: Period): S => ({
  ...present,
  trial_ends_at: present.status === 'trialing' ? ends_at : null,
})

/** Inserts a subscription whose first period is paid, or free. */
export function begin(
  ctx: Work,
  { subscriptions }: Stores,
  {
    present,
    period,
    order,
    value,
  }: { present: StoredSubscription; period: Period; order: { id: Id<'ord'> }; value: number },
): SubscriptionRow {
  const changes = paidFor(present, period, { id: order.id, value })
  const row = subscriptions.insert({ ...present, ...changes })
  subscriptions.open(row, period, order.id)
  ctx.emit(subscriptionStarted, row)
  return row
}
