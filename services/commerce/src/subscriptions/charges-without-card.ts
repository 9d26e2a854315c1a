// Subscriptions that would be charged without a card: those of trials above all. A person saves one on the page of the
// order, and it is charged from then on.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { CardSaved, ComingCharge } from '../money/consequences/consequence.ts'
import { dueOf as amountDue } from '../objects/balance.ts'
import { orderUpdated } from '../objects/order-events.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import { catalogueOf } from '../sales/pricing/catalogue.ts'
import { orderOf } from './charging.ts'
import { reservedCreditOf } from './credit-ledger.ts'
import { settingsOf } from './settings.ts'
import { visibleMethod } from './starting.ts'
import { dueOf, nextPeriod } from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'

/** The subscriptions of an order that are to be charged, and have no card. */
async function uncardedOf(
  { items, user_id }: Pick<OrderRow, 'items' | 'user_id'>,
  { subscriptions }: Stores,
): Promise<SubscriptionRow[]> {
  const ids = items.flatMap(({ subscription_id }) => subscription_id ?? [])
  if (ids.length === 0) return []
  return (await subscriptions.many([...new Set(ids)])).filter(
    each => each.user_id === user_id && each.payment_method === null && dueOf(each)?.act === 'charge',
  )
}

/** What will be charged for them, and when. */
export async function uncardedCharges(order: OrderRow, ctx: Work, stores: Stores): Promise<ComingCharge[]> {
  const rows = await uncardedOf(order, stores)
  const charges = await Promise.all(rows.map(row => comingCharge(row, order, ctx, stores)))
  return charges.filter(({ amount }) => amount > 0)
}

async function comingCharge(
  row: SubscriptionRow,
  { items }: OrderRow,
  { now }: Work,
  stores: Stores,
): Promise<ComingCharge> {
  const own = items.find(({ subscription_id }) => subscription_id === row.id)!
  return { name: own.name, amount: await nextAmount(row, now, stores), at: dueOf(row)!.at }
}

/** What the next charge of a subscription will ask for, by the prices and taxes of now. */
export async function nextAmount(row: SubscriptionRow, now: string, stores: Stores): Promise<number> {
  if (row.open_order_id !== null) return amountDue(await stores.orders.get(row.open_order_id))
  const [settings, reservedCredit, catalogue] = await Promise.all([
    settingsOf(stores),
    reservedCreditOf(row, stores),
    catalogueOf([row.price_change ?? row], row.country, stores),
  ])
  const period = nextPeriod(row, now, reservedCredit)
  return orderOf({ subscription: row, period, number: 0, catalogue }, settings, now).amount
}

/**
 * Charges the subscriptions of an order by a new card from now on. One that owes money is charged by its plan. With a test
 * card they are tests from then on, and so is the order: they end when the school goes live.
 */
export async function chargeByCard(
  { order, method, test }: CardSaved,
  ctx: Work,
  stores: Stores,
): Promise<void> {
  const seen = await uncardedOf(order, stores)
  const payment_method = visibleMethod(method)
  const locked = await stores.subscriptions.lockMany(seen.map(({ id }) => id))
  const charged = locked.filter(
    row => row.payment_method === null && row.status !== 'canceled' && row.user_id === method.user_id,
  )
  for (const row of charged) stores.subscriptions.save(row, { payment_method, test: row.test || test })
  if (!test || order.test || charged.length === 0) return
  ctx.emit(orderUpdated, stores.orders.save(order, { test }), { previous: order })
}
