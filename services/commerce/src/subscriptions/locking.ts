// Subscriptions are locked after their open orders, because a payment locks its order first.
import { Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { refusals } from '../objects/subscription.object.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import type { SubscriptionRow } from './subscription.store.ts'

export interface Locked {
  subscription: SubscriptionRow
  /** Its open order. */
  order: OrderRow | null
}

/** A subscription with its open order, locked. Refuses if the order changes at this moment, by the outcome of a charge. */
export async function lockWithOrder(id: string, { orders, subscriptions }: Stores): Promise<Locked> {
  const { open_order_id } = await subscriptions.get(id)
  const [order, subscription] = await Promise.all([
    open_order_id === null ? null : orders.lock(open_order_id),
    subscriptions.lock(id),
  ])
  if (subscription.open_order_id !== open_order_id) throw new Refused(refusals.subscription_charging)
  return { subscription, order }
}

/** Those of these subscriptions whose open order is still the one that was read, locked with it. */
export async function lockWithOrders(
  seen: readonly Pick<SubscriptionRow, 'id' | 'open_order_id'>[],
  { orders, subscriptions }: Stores,
): Promise<Locked[]> {
  const openOf = new Map(seen.map(({ id, open_order_id }) => [id, open_order_id]))
  const open = [...openOf.values()].filter(id => id !== null).sort()
  const [locked, rows] = await Promise.all([
    Promise.all(open.map(id => orders.lock(id))),
    subscriptions.lockMany([...openOf.keys()]),
  ])
  const ordersById = new Map<string, OrderRow>(locked.map(order => [order.id, order]))
  return rows
    .filter(({ id, open_order_id }) => open_order_id === openOf.get(id))
    .map(row => ({ subscription: row, order: row.open_order_id ? ordersById.get(row.open_order_id)! : null }))
}
