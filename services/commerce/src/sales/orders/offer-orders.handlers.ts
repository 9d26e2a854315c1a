import { builder } from '../../builder.ts'
import { offerOrders, offerOrdersPage } from '../order-model/offer-orders.contract.ts'

export const offerOrdersHandlers = builder.implement(offerOrders, {
  list: ({ body: { offer_id, after } }, { orders }) => orders.paidWith(offer_id, after, offerOrdersPage),
})
