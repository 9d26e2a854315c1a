// What subscriptions give. Each paid period moves the end of the same accesses, so a person has one for a course, however
// many periods they have paid. A pause freezes them, its end moves them, and the end of the subscription ends them.
import type { Order } from '@lms/commerce/contract'
import type { BodyOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { groupJoined } from '../groups/member.contract.ts'
import { memberOf } from '../groups/member.store.ts'
import type { AccessRow } from './access.store.ts'
import { leavePlaces } from './group-seats.ts'
import type { PlaceGrant } from './order.store.ts'
import type { CourseGrant } from './order-grants.rules.ts'
import type { subscriptionAccesses } from './subscription-access.contract.ts'

/** Moves the ends of what the subscription of a paid order has given; returns the grants that are new. */
export async function extendGrants(
  { id, subscription_id }: Pick<Order, 'id' | 'subscription_id'>,
  grants: readonly CourseGrant[],
  { accesses }: Stores,
): Promise<CourseGrant[]> {
  if (subscription_id === null) return [...grants]
  const present = await accesses.lockOfSubscription(subscription_id)
  const older = present.filter(({ order_id }) => order_id === null || order_id < id)
  for (const row of older) {
    const grant = grants.find(({ course_id }) => course_id === row.course_id)
    if (grant)
      accesses.move(row, 'extend', { expires_at: grant.access_expires_at, order_id: id, ended_at: null })
  }
  const presentCourses = new Set(present.map(({ course_id }) => course_id))
  const requiredCourses = new Set(grants.map(({ course_id }) => course_id))
  // Another price gives something else.
  const over = older.filter(
    ({ course_id, status }) => !requiredCourses.has(course_id) && status !== 'expired',
  )
  accesses.end(over, 'revoke')
  return grants.filter(({ course_id }) => !presentCourses.has(course_id))
}

/** Ends the places of the periods before, as far as the present one does not give them again. */
export async function leaveFormerPlaces(
  { id, subscription_id }: Pick<Order, 'id' | 'subscription_id'>,
  present: readonly Pick<PlaceGrant, 'group_id'>[],
  work: Work,
  stores: Stores,
): Promise<void> {
  if (subscription_id === null) return
  const former = await stores.orders.takeFormerPlaces(subscription_id, id)
  const presentGroups = new Set(present.map(({ group_id }) => group_id))
  await leavePlaces(
    former.filter(({ group_id }) => !presentGroups.has(group_id)),
    work,
    stores,
  )
}

type Followed = BodyOf<typeof subscriptionAccesses.follow>

/** Follows the state of a subscription; false if the payment of its order has not been processed yet. */
export async function followSubscription(change: Followed, work: Work, stores: Stores): Promise<boolean> {
  const { subscription_id, order_id, state, at } = change
  const { accesses, orders } = stores
  if (!(await orders.isFollowed(order_id))) return false
  const rows = await accesses.lockOfSubscription(subscription_id)
  // A place in a group stays in a pause, at most until the end of what was paid.
  if (state === 'frozen') freeze(rows, at, stores)
  if (state === 'running') await run(rows, change, work, stores)
  if (state === 'ended') {
    const open = rows.filter(({ status }) => status !== 'expired')
    accesses.end(open, 'revoke')
    await leavePlaces(await orders.takePlacesOf(subscription_id), work, stores)
  }
  return true
}

function freeze(rows: readonly AccessRow[], at: string, { accesses }: Stores): void {
  for (const row of rows)
    if (row.status === 'active') accesses.move(row, 'freeze', { frozen_at: at, paused_at: at })
    // A leave has frozen it before.
    else if (row.status === 'frozen') accesses.save(row, { paused_at: at })
}

/**
 * Ends a pause: accesses run on until the end of what the period gives. One that never heard of the pause, because this
 * service was away, was not frozen, and may have ended meanwhile.
 */
async function run(
  rows: readonly AccessRow[],
  { user_id, order_id, subscription_id, group_ids, access_expires_at }: Followed,
  work: Work,
  { accesses, groups, members, orders, users }: Stores,
): Promise<void> {
  for (const row of rows)
    if (row.status === 'frozen' && row.held_at !== null)
      // A leave goes on. From now on the clock of the new term stands.
      accesses.save(row, { paused_at: null, frozen_at: work.now, expires_at: access_expires_at })
    else if (row.status === 'frozen')
      accesses.move(row, 'unfreeze', { frozen_at: null, paused_at: null, expires_at: access_expires_at })
    else if (endsBefore(row, access_expires_at))
      accesses.move(row, 'extend', { expires_at: access_expires_at, ended_at: null })
  const offered = await orders.moved(
    group_ids.map(group_id => ({ group_id, subscription_id, until: access_expires_at })),
  )
  const [person, there] = await Promise.all([
    users.lockPresent(user_id),
    groups.lockMany(offered.map(({ group_id }) => group_id)),
  ])
  if (!person) return
  const joined = await members.addTo(there, person.id, { source: 'order', order_id })
  const seats = offered.filter(({ group_id }) => there.includes(group_id))
  orders.notePlaces(order_id, person.id, seats)
  for (const row of joined) work.emit(groupJoined, memberOf(row))
}

const endsBefore = ({ expires_at }: AccessRow, time: string) =>
  expires_at !== null && Date.parse(expires_at) < Date.parse(time)
