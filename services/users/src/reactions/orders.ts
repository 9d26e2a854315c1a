import { orderCanceled, orderPaid, orderRefunded } from '@lms/commerce/contract'
import { followOrder } from '../access/accesses/order-grants.ts'
import { builder } from '../builder.ts'

export const onOrderPaid = builder.reaction('order-paid', orderPaid, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)

export const onOrderCanceled = builder.reaction('order-canceled', orderCanceled, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)

/** A refund in part leaves the order paid, and takes nothing. */
export const onOrderRefunded = builder.reaction('order-refunded', orderRefunded, async (work, stores) => {
  const { data, created_at } = work.event
  if (data.object.status === 'refunded') await followOrder(data.object, created_at, work, stores)
})
