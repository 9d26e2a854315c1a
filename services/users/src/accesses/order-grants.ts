// Grants accesses and places when an order is paid, and revokes them when it is canceled or refunded. Events of one
// order may arrive twice or out of order: those older than the processed version have no effect.
import type { Order } from '@lms/commerce/contract'
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { groupJoined, groupLeft } from '../groups/member.contract.ts'
import { memberOf } from '../groups/member.store.ts'
import { accessGranted } from './access.contract.ts'
import { newAccess } from './access.rules.ts'
import { grantsOf } from './order-grants.rules.ts'

type OrderNow = Order

/** Adjusts accesses and places to the present state of the order; `at` is the time of that state. */
export async function followOrder(order: OrderNow, at: string, work: Work, stores: Stores): Promise<void> {
  if (!(await stores.orders.advance(order.id, order.version))) return
  if (order.status === 'paid') await give(order, at, work, stores)
  if (order.status === 'canceled' || order.status === 'refunded') await takeBack(order, work, stores)
}

async function give(order: OrderNow, at: string, { emit }: Work, stores: Stores): Promise<void> {
  const { accesses, groups, members, orders, users } = stores
  const granted = grantsOf(order)
  // The order may still name a person who was merged meanwhile: it belongs to the other person now, or will in a
  // moment.
  const [person, there] = await Promise.all([
    users.lockPresent(order.user_id),
    groups.lockMany(granted.groups),
  ])
  if (!person) return
  const [user_id, order_id] = [person.id, order.id]
  // A term runs from the payment, which may be recorded long after it; if the term is over by now, the job ends it.
  const starts_at = order.paid_at ?? at
  for (const { order_item_id, course_id, term_days, access_until: expires_at } of granted.courses) {
    if (expires_at !== null && expires_at <= starts_at) continue
    const given = { user_id, course_id, source: 'order' as const, order_id, starts_at, expires_at, term_days }
    const access = accesses.grant(newAccess(given, newId('acc'), at, starts_at), order_item_id)
    emit(accessGranted, access)
  }
  const joined = await members.addTo(there, user_id, { source: 'order', order_id })
  orders.notePlaces(order_id, user_id, there)
  for (const row of joined) emit(groupJoined, memberOf(row))
}

async function takeBack(order: OrderNow, work: Work, stores: Stores): Promise<void> {
  const { accesses, orders } = stores
  const [ended, places] = await Promise.all([accesses.lockOfOrder(order.id), orders.takePlaces(order.id)])
  accesses.end(ended, 'revoke')
  for (const { group_id, user_id } of places) {
    const member = (await stores.members.lockAll(user_id)).find(one => one.group_id === group_id)
    // A person who was a member before the payment stays one.
    if (member?.source !== 'order') continue
    stores.members.end(user_id, [group_id])
    work.emit(groupLeft, memberOf(member))
  }
}
