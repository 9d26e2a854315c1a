import { A, amount, atMost, LN, M, resource } from '@lms/contract'
import { z } from 'zod'
import { Offer } from '../../catalog/offers/offer.contract.ts'
import { afterSettlingEvents } from '../../objects/consequence-events.ts'
import { maxItems, Order, OrderItem } from '../../objects/order.object.ts'
import { orderUpdated } from '../../objects/order-events.ts'
import { giftable, newItem, open, pricing, quantity, refusals } from '../pricing/basket.contract.ts'

export const itemRoom = atMost(maxItems, refusals.order_items_limit_reached)

export const orderItems = resource({
  list: LN('GET /v1/orders/{id}/items', {
    summary: 'List the items of an order',
    permission: 'orders:read',
    returns: OrderItem,
    list: {
      filters: {},
      sorts: [],
      expands: { offer: { key: 'offer_id', permission: 'offers:read', returns: Offer } },
    },
  }),
  add: A('POST /v1/orders/{id}/items', {
    summary: 'Add an item to an unpaid order',
    permission: 'orders:write',
    body: newItem,
    bound: itemRoom,
    returns: Order,
    refuses: [...open, ...pricing, ...giftable, refusals.offer_sold_out],
    emits: [orderUpdated, ...afterSettlingEvents],
  }),
  update: M('PATCH /v1/orders/{id}/items/{itemId}', {
    summary: 'Change the quantity of an item, or set its price manually; discount and taxes are recomputed',
    permission: 'orders:write',
    body: z.strictObject({
      quantity: quantity().optional().describe('How many are bought.'),
      unit_amount: amount('The price of one, in place of that of the offer.').optional(),
    }),
    example: { quantity: 3 },
    returns: Order,
    refuses: [
      ...open,
      ...giftable,
      refusals.gift_item_fixed,
      refusals.amount_too_large,
      refusals.offer_sold_out,
    ],
    emits: [orderUpdated, ...afterSettlingEvents],
  }),
  delete: M('DELETE /v1/orders/{id}/items/{itemId}', {
    summary: 'Remove an item from an unpaid order',
    permission: 'orders:write',
    returns: Order,
    refuses: [...open, refusals.gift_item_fixed, refusals.order_needs_item],
    emits: [orderUpdated, ...afterSettlingEvents],
  }),
})
