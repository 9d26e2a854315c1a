import { userAnonymized, userCreated, userDeleted, userMerged } from '@lms/users/contract'
import { house } from '../house.ts'
import { orderUpdated } from '../orders/order.contract.ts'

export const onUserCreated = house.reaction('user-created', userCreated, async ({ event }, { people }) => {
  people.note(event.data.object.id, false)
})

export const onUserDeleted = house.reaction('user-deleted', userDeleted, async ({ event }, { people }) => {
  people.note(event.data.object.id, true)
})

/** What the duplicate has ordered and paid becomes the other's. */
export const onUserMerged = house.reaction(
  'user-merged',
  userMerged,
  async ({ event, tell }, { people, orders, payments }) => {
    const gone = event.related.merged_user_id!
    await people.holdLeaving(gone)
    const moved = await orders.lockOf(gone)
    const user_id = await people.become(event.data.object.id)
    // The erasure of the other may have been heard of first.
    const comment = (await people.isErased(user_id)) ? { comment: '' } : {}
    people.noteMerged(gone, event.data.object.id)
    payments.moveTo(
      user_id,
      moved.map(({ id }) => id),
    )
    for (const order of moved) {
      const previous = { ...order, ...comment }
      tell(orderUpdated, orders.save(order, { user_id, ...comment }), { previous })
    }
  },
)

/** Sums, dates and items stay for the books; free words about the person go. Told by user.anonymized alone. */
export const onUserAnonymized = house.reaction(
  'user-anonymized',
  userAnonymized,
  async ({ event }, { people, orders }) => {
    const { id } = event.data.object
    await people.holdLeaving(id)
    for (const order of await orders.lockOf(id)) if (order.comment) orders.save(order, { comment: '' })
    people.noteErased(id)
  },
)
