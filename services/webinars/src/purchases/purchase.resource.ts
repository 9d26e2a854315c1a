import { builder } from '../builder.ts'
import { onOrderCanceled, onOrderPaid, onOrderRefunded } from './follow-orders.ts'
import { placeBuyersTask, releaseBuyersTask } from './place-buyers.run.ts'
import { purchasesOfPerson } from './purchase.data.ts'
import { FollowedOrderEntity, PurchaseEntity } from './purchase.entity.ts'

export const purchaseResource = builder.resource({
  entities: [PurchaseEntity, FollowedOrderEntity],
  tasks: [placeBuyersTask, releaseBuyersTask],
  reactions: [onOrderPaid, onOrderCanceled, onOrderRefunded],
  personalData: [purchasesOfPerson],
})
