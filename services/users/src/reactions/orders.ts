import { orderCanceled, orderPaid } from '@lms/commerce/contract'
import { followOrder } from '../accesses/order-grants.ts'
import { builder } from '../builder.ts'

export const onOrderPaid = builder.reaction('order-paid', orderPaid, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)

export const onOrderCanceled = builder.reaction('order-canceled', orderCanceled, (work, stores) =>
  followOrder(work.event.data.object, work.event.created_at, work, stores),
)
