// A change of the price: from the next period on, or now, with a period that begins once it is paid.
import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { PriceRow } from '../catalog/offers/price.store.ts'
import { type PriceChange, refusals } from '../objects/subscription.object.ts'
import type { PresentCatalogue } from '../sales/pricing/catalogue.ts'
import { refuseTooLarge } from '../sales/pricing/pricing.ts'
import { openPeriod } from './charging.ts'
import { reservedCreditOf } from './credit-ledger.ts'
import type { SubscriptionSettings } from './settings.ts'
import { periodic, refuseUnsold } from './starting.ts'
import { changedPeriod, refuseCharging } from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'

interface Change {
  price_id: Id<'prc'>
  quantity: number
  price: PriceRow | null
  change_at: 'next_period' | 'now'
  catalogue: PresentCatalogue | null
  /** Of the order of a change now. */
  number: number
}

/** Changes the price of a subscription, locked. */
export async function changePrice(
  ctx: Work,
  stores: Stores,
  {
    subscription,
    change,
    settings,
  }: { subscription: SubscriptionRow; change: Change; settings: SubscriptionSettings },
): Promise<SubscriptionRow> {
  const terms = termsOf(subscription, change)
  const { subscriptions } = stores
  if (change.change_at === 'next_period' || subscription.status === 'trialing')
    return subscriptions.save(subscription, { price_change: sameTerms(terms, subscription) ? null : terms })
  refuseCharging(subscription)
  if (subscription.status === 'paused') throw new Refused(refusals.subscription_paused)
  if (subscription.status === 'past_due') throw new Refused(refusals.subscription_past_due)
  const paidOrder = subscription.order_id && (await stores.orders.find(subscription.order_id))
  const returned = paidOrder
    ? paidOrder.refunded_amount + (await stores.refunds.pendingOfOrder(paidOrder.id))
    : 0
  const retained = Math.max(0, subscription.period_value - returned)
  const reservedCredit = await reservedCreditOf(subscription, stores)
  const period = changedPeriod(subscription, terms, { retained, reservedCredit }, ctx.now)
  if (period.amount > period.credit_used && subscription.payment_method === null)
    throw new Refused(refusals.payment_method_missing)
  const { number, catalogue } = change
  const opening = { subscription, period, number, catalogue: catalogue!, byHand: true }
  return openPeriod(ctx, stores, opening, settings)
}

/** A subscription keeps an archived price, and may have more or less of it. */
function termsOf(subscription: SubscriptionRow, { price, quantity, catalogue }: Change): PriceChange {
  const { currency, interval } = subscription
  if (price && price.id === subscription.price_id) {
    refuseTooLarge(price.amount * quantity)
    return { ...pricedAt(price, quantity), interval }
  }
  const sold = periodic(price, currency)
  refuseUnsold(sold, quantity, catalogue!)
  return { ...pricedAt(sold, quantity), interval: sold.interval }
}

const pricedAt = (
  { id, offer_id, amount }: Pick<PriceRow, 'id' | 'offer_id' | 'amount'>,
  quantity: number,
) => ({
  offer_id,
  price_id: id,
  quantity,
  amount: amount * quantity,
})

const sameTerms = (one: PriceChange, other: SubscriptionRow) =>
  one.price_id === other.price_id && one.quantity === other.quantity
