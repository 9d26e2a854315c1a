// Grants accesses and places when an order is paid, and revokes them when it is canceled or refunded. Events of one
// order may arrive twice or out of order: those older than the processed version have no effect.
import type { Order } from '@lms/commerce/contract'
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { groupJoined } from '../groups/member.contract.ts'
import { memberOf } from '../groups/member.store.ts'
import { accessGranted } from './access.contract.ts'
import { newAccess } from './access.rules.ts'
import { itemKey } from './access.store.ts'
import { leavePlaces } from './group-seats.ts'
import { grantsOf } from './order-grants.rules.ts'
import { extendGrants, leaveFormerPlaces } from './subscription-grants.ts'

type OrderNow = Order

/** Adjusts accesses and places to the present state of the order; `at` is the time of that state. */
export async function followOrder(order: OrderNow, at: string, work: Work, stores: Stores): Promise<void> {
  if (!(await stores.orders.advance(order.id, order.version))) return
  if (order.status === 'paid') await give(order, at, work, stores)
  if (order.status === 'canceled' || order.status === 'refunded') await takeBack(order, work, stores)
}

async function give(order: OrderNow, at: string, work: Work, stores: Stores): Promise<void> {
  const { accesses, groups, members, orders, users } = stores
  const granted = grantsOf(order)
  const offered = await orders.moved(granted.places)
  // The order may still name a person who was merged meanwhile: it belongs to the other person now, or will in a
  // moment.
  const [person, there, existingGrants] = await Promise.all([
    users.lockPresent(order.user_id),
    groups.lockMany(offered.map(({ group_id }) => group_id)),
    accesses.givenBy(order.id),
  ])
  if (!person) return
  const [user_id, order_id] = [person.id, order.id]
  // A term runs from the payment, which may be recorded long after it; if the term is over by now, the job ends it.
  const starts_at = order.paid_at ?? at
  for (const grant of await extendGrants(order, granted.courses, stores)) {
    const { order_item_id, course_id, term_days, access_expires_at: expires_at, subscription_id } = grant
    if (expires_at !== null && expires_at <= starts_at) continue
    if (existingGrants.has(itemKey(order_item_id, course_id))) continue
    const right = { user_id, course_id, source: 'order' as const, order_id, starts_at, expires_at, term_days }
    const access = newAccess(right, newId('acc'), at, starts_at)
    work.emit(accessGranted, accesses.grant(access, order_item_id, subscription_id))
  }
  const seats = offered.filter(
    ({ group_id, until }) => there.includes(group_id) && !(until && until <= starts_at),
  )
  const joined = await members.addTo(
    seats.map(({ group_id }) => group_id),
    user_id,
    { source: 'order', order_id },
  )
  orders.notePlaces(order_id, user_id, seats)
  for (const row of joined) work.emit(groupJoined, memberOf(row))
  await leaveFormerPlaces(order, seats, work, stores)
}

async function takeBack(order: OrderNow, work: Work, stores: Stores): Promise<void> {
  const { accesses, orders } = stores
  const [ended, seats] = await Promise.all([accesses.lockOfOrder(order.id), orders.takePlaces(order.id)])
  accesses.end(ended, 'revoke')
  await leavePlaces(seats, work, stores)
}
