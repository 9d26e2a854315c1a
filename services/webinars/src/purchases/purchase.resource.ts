import { pageOfFew } from '@lms/service-host'
import { builder } from '../builder.ts'
import { onOrderCanceled, onOrderPaid, onOrderRefunded } from './follow-orders.ts'
import { placeBuyersTask, releaseBuyersTask } from './place-buyers.run.ts'
import { FollowedOrderEntity, PurchaseEntity } from './purchase.entity.ts'

const purchasesOfPerson = builder.personalData({
  what: 'bought webinars',
  columns: ['purchases.user_id'],
  on_merge: 'they become those of the person who stays',
  needs: 'webinar-registrations:write',
  erased: null,
  kept: 'order, webinar',
  why: 'ids alone name nobody',
  count: async (userId, { purchases }) => (await purchases.of(userId)).length,
  items: async (userId, page, { purchases }) => pageOfFew(await purchases.of(userId), page),
  move: ({ from, into }, _, { purchases }) => purchases.moveTo(into, from),
})

export const purchaseResource = builder.resource({
  entities: [PurchaseEntity, FollowedOrderEntity],
  tasks: [placeBuyersTask, releaseBuyersTask],
  reactions: [onOrderPaid, onOrderCanceled, onOrderRefunded],
  personalData: [purchasesOfPerson],
})
