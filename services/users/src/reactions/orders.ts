import { orderCanceled, orderPaid } from '@lms/commerce/contract'
import { followOrder } from '../accesses/order-grants.ts'
import { house } from '../house.ts'

export const onOrderPaid = house.reaction('order-paid', orderPaid, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)

export const onOrderCanceled = house.reaction('order-canceled', orderCanceled, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)
