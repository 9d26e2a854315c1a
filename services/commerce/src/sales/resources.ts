import { buyingResource } from './buying/buying.resource.ts'
import { checkoutResource } from './checkouts/checkout.resource.ts'
import { giftResource } from './gifts/gift.resource.ts'
import { orderModelResource } from './order-model/order-model.resource.ts'
import { orderResource } from './orders/order.resource.ts'

export const salesResources = [
  orderModelResource,
  buyingResource,
  checkoutResource,
  giftResource,
  orderResource,
]
