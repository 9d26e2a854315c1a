// Places in groups from paid orders: a person stays in a group as long as one order gives the place.
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { groupLeft } from '../groups/member.contract.ts'
import { memberOf } from '../groups/member.store.ts'
import { endPlaces } from './access.task.ts'
import type { Seat } from './order.store.ts'

/** Has people leave the groups of these places, which no order gives any more. */
export async function leavePlaces(seats: readonly Seat[], work: Work, { members }: Stores): Promise<void> {
  for (const { group_id, user_id } of seats) {
    const member = (await members.lockAll(user_id)).find(one => one.group_id === group_id)
    // A person who was a member before the payment stays one.
    if (member?.source !== 'order') continue
    members.end(user_id, [group_id])
    work.emit(groupLeft, memberOf(member))
  }
}

/** Ends the places of an order whose paid time is over. */
export const endPlacesTask = builder.task(endPlaces, async ({ payload, ...work }, stores) => {
  await leavePlaces(await stores.orders.takeOverPlaces(payload.order_id), work, stores)
})
