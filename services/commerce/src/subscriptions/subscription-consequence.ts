// What money does to subscriptions: a paid order starts, renews or changes one, a failed charge begins the dunning, a
// refund of the present period ends it.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { Consequence, Paid } from '../money/consequences/consequence.ts'
import type { PaymentRow } from '../money/payments/payment.store.ts'
import { accessOf } from '../money/refund-model/refund.rules.ts'
import { type ChargedMethod, subscriptionStarted } from '../objects/subscription.object.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import { chargeByCard, uncardedCharges } from './charges-without-card.ts'
import { chargeFailed, dropChange, endSubscription } from './charging.ts'
import { creditSpent, creditToUse } from './credit.ts'
import { creditsToUse, ledgerOf } from './credit-ledger.ts'
import { lockWithOrders } from './locking.ts'
import { settingsOf } from './settings.ts'
import {
  startFromOrder,
  startsSubscriptions,
  visibleMethod,
  withEndedPeriods,
  withFirstPeriods,
} from './starting.ts'
import { paidFor } from './subscription.rules.ts'

export const subscriptionConsequence: Consequence<Stores> = {
  completing: (order, paidAt, stores) =>
    order.status === 'refunded' ? withEndedPeriods(order, stores) : withFirstPeriods(order, paidAt, stores),

  paid: async ({ order, before, payment, whole: isFull }, ctx, stores) => {
    if (!isFull) return
    if (order.subscription_id !== null) await renew(order, payment, stores)
    if (startsSubscriptions(before)) await start({ order, before, payment }, ctx, stores)
  },

  failed: async ({ order, payment }, ctx, stores) => {
    if (order.subscription_id === null) return
    const paying = await stores.subscriptions.lockPaying(order)
    // A failed try of the person's own on the payment page is none of the plan's.
    if (paying?.subscription.open_payment_id !== payment.id) return
    const { subscription, period } = paying
    if (period.change) await dropChange(ctx, stores, { subscription, order })
    else await chargeFailed(ctx, stores, { subscription, order }, await settingsOf(stores))
  },

  closed: async (order, _how, ctx, stores) => {
    if (order.subscription_id === null) return
    const paying = await stores.subscriptions.lockPaying(order)
    if (paying?.subscription.open_order_id !== order.id) return
    const { subscription, period } = paying
    if (period.change) await dropChange(ctx, stores, { subscription, order })
    else await endSubscription(ctx, stores, { subscription, order, reason: 'order_canceled' })
  },

  spent: async (order, stores) => {
    if (!mayHaveStarted(order)) return 0
    return creditSpent((await ledgerOf(order, 0, stores)).ledger)
  },

  planChanged: async (changed, _ctx, { subscriptions }) => {
    const subscription = await subscriptions.ofPlan(changed)
    if (subscription) subscriptions.syncPlan(subscription)
  },

  uncarded: uncardedCharges,

  cardSaved: chargeByCard,

  planRefund: async ({ order, amount, whole: isFull, pending }, stores) => {
    if (!mayHaveStarted(order)) return {}
    const { ledger, subscriptions } = await ledgerOf(order, pending, stores)
    const credits = creditsToUse(subscriptions, creditToUse(ledger, amount))
    if (!isFull) return { credits }
    const ended = (await running(order, stores)).map(({ id }) => ({
      subscription_id: id,
      status: 'canceled' as const,
    }))
    // What a later period has taken over does not end with the money of an earlier one.
    const later = new Set(subscriptions.filter(each => each.order_id !== order.id).map(({ id }) => id))
    const items = order.items.filter(({ subscription_id }) => !subscription_id || !later.has(subscription_id))
    const access = order.as_gift ? {} : { access: accessOf({ items }) }
    return { credits, subscription: ended[0] ?? null, subscriptions: ended, ...access }
  },

  refunded: async ({ order, refund, whole: isFull }, ctx, stores) => {
    if (!mayHaveStarted(order)) return
    const creditById = new Map(refund.consequences.credits.map(each => [each.subscription_id, each.amount]))
    for (const row of await stores.subscriptions.lockMany([...creditById.keys()])) {
      const credit_amount = Math.max(0, row.credit_amount - creditById.get(row.id)!)
      stores.subscriptions.save(row, { credit_amount })
    }
    if (!isFull) return
    for (const each of await lockWithOrders(await running(order, stores), stores))
      if (each.subscription.order_id === order.id)
        await endSubscription(ctx, stores, { ...each, reason: 'refunded' })
  },

  // Credit was money of the order: it can be returned otherwise, as the rest.
  reversed: async ({ refund }, _ctx, { subscriptions }) => {
    const creditById = new Map(refund.consequences.credits.map(each => [each.subscription_id, each.amount]))
    if (creditById.size === 0) return
    for (const row of await subscriptions.lockMany([...creditById.keys()]))
      subscriptions.save(row, { credit_amount: row.credit_amount + creditById.get(row.id)! })
  },
}

/** Applies the period of a paid order. Money that comes after the end of a subscription changes nothing. */
async function renew(order: OrderRow, payment: PaymentRow, stores: Stores): Promise<void> {
  const { subscriptions } = stores
  const [paying, payment_method] = await Promise.all([
    subscriptions.lockPaying(order),
    savedBy(payment, stores),
  ])
  if (paying?.subscription.open_order_id !== order.id) return
  const { subscription, period } = paying
  const value = periodValue(order, subscription.id, period.credit_used)
  const changes = {
    ...paidFor(subscription, period, { id: order.id, value }),
    test: subscription.test || order.test,
    // A card that was saved with this payment takes the place of the one that failed.
    ...(payment_method && { payment_method }),
  }
  const eventOptions = subscription.period === 0 ? { event: subscriptionStarted } : {}
  subscriptions.move(subscription, 'renew', changes, eventOptions)
}

async function start(
  { order, before, payment }: Pick<Paid, 'order' | 'before' | 'payment'>,
  ctx: Work,
  stores: Stores,
): Promise<void> {
  const [payment_method, settings] = await Promise.all([savedBy(payment, stores), settingsOf(stores)])
  await startFromOrder(ctx, stores, order, { before, payment_method, settings })
}

/** What the period of a subscription's order is worth: the price of its own item, less discounts other than credit. */
function periodValue({ items }: OrderRow, subscriptionId: string, credit: number): number {
  const own = items.find(({ subscription_id }) => subscription_id === subscriptionId)
  return own ? Math.min(own.amount, own.amount - own.discount_amount + credit) : 0
}

/** The method that a payment was made with or has saved. */
async function savedBy(
  { payment_method_id }: PaymentRow,
  { paymentMethods }: Stores,
): Promise<ChargedMethod | null> {
  const method = payment_method_id && (await paymentMethods.find(payment_method_id))
  return method ? visibleMethod(method) : null
}

/** By the order alone: whether a subscription can name it. */
const mayHaveStarted = ({ subscription_id, items }: OrderRow) =>
  subscription_id !== null || items.some(({ interval }) => interval !== null)

const running = async ({ id }: OrderRow, { subscriptions }: Stores) =>
  (await subscriptions.ofOrder(id)).filter(({ status }) => status !== 'canceled')
