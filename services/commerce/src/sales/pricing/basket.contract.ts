// The basket of an order: what bodies have in common that price one, and what an order refuses.
import { amount, country, id, refuse, timestamp } from '@lms/contract'
import { z } from 'zod'
import {
  maxContents,
  maxInstalmentsOfOrder,
  maxItems,
  maxTaxes,
  Order,
  OrderItem,
} from '../../objects/order.object.ts'
import { enteredCode, entryRefusals } from './entry-refusals.ts'
import { giftableRefusals } from './giftable.ts'

export const refusals = refuse({
  order_already_paid: {
    status: 409,
    when: 'the order is paid',
    message: 'This order is paid. Refund its payment to return the money.',
  },
  order_canceled: {
    status: 409,
    when: 'the order is canceled or refunded',
    message: 'This order is canceled or refunded. Create a new one.',
  },
  order_part_paid: {
    status: 409,
    when: 'a part of the order is paid',
    message:
      'A part of this order is paid, so its price and schedule stay. Refund the payments first, or cancel the order.',
  },
  order_needs_item: {
    status: 409,
    when: 'the item is the last one of the order',
    message: 'An order needs at least one item. Cancel the order instead.',
  },
  gift_item_fixed: {
    status: 409,
    when: 'the item is the gift of a promo code',
    message: 'This item is the gift of a promo code. To remove it, take the discount off: DELETE …/discount.',
  },
  order_items_limit_reached: {
    status: 409,
    when: 'the order has the maximum number of items',
    message: `An order has at most ${maxItems} items. Create another order.`,
  },
  user_unknown: {
    status: 422,
    when: 'user_id is not the id of a person of the school',
    message: 'user_id must be the id of a person of this school.',
  },
  offer_unknown: {
    status: 422,
    when: 'an offer does not exist or is not active',
    message: 'An item references an offer that does not exist or is not active. See details.',
  },
  offer_not_on_sale: {
    status: 422,
    when: 'the sale of an offer has not started, or has ended',
    message: 'An item references an offer whose sale has not started, or has ended. See details.',
  },
  offer_sold_out: {
    status: 409,
    when: 'fewer seats of an offer are left than are ordered',
    message: 'Fewer seats of an offer are left than are ordered. Lower the quantity, or raise its seats.',
  },
  price_unknown: {
    status: 422,
    when: 'a price does not exist, is not active, or is not one of the offer',
    message: 'An item references a price that is not an active price of its offer. See details.',
  },
  currencies_mixed: {
    status: 422,
    when: 'the prices have different currencies',
    message: 'All prices of an order must have the same currency. Create one order for each currency.',
  },
  contents_too_many: {
    status: 422,
    when: 'the offers have too many items in all',
    message: `The offers of an order may have at most ${maxContents} items in all. Split the order.`,
  },
  amount_too_large: {
    status: 422,
    when: 'the total is larger than the maximum',
    message: 'The total is too large. Lower the quantity or split the order.',
  },
  instalments_too_many: {
    status: 422,
    when: 'the instalment plans of the prices have too many different days',
    message: `The instalments of an order may fall on at most ${maxInstalmentsOfOrder} days. Split the order.`,
  },
  taxes_too_many: {
    status: 422,
    when: 'the items have too many different tax rates',
    message: `The items of an order may have at most ${maxTaxes} different tax rates. Split the order.`,
  },
  term_over: {
    status: 409,
    when: 'the payment term is over',
    message:
      'The payment term of this order is over. It can still be paid. Create another order for another term.',
  },
  term_past: {
    status: 422,
    when: 'expires_at is not in the future',
    message: 'expires_at must be in the future.',
  },
  paid_in_future: {
    status: 422,
    when: 'paid_at is in the future',
    message: 'paid_at must not be in the future.',
  },
})

export const quantity = () => z.int().min(1).max(10_000)
export const newItem = z.strictObject({
  offer_id: id('off'),
  price_id: id('prc')
    .nullable()
    .default(null)
    .describe('A price variant; null for the price of the offer itself.'),
  quantity: quantity().default(1).describe('How many are bought.'),
})
/** The items of a new order, and the country of its taxes. */
export const newBasket = z.strictObject({
  items: z.array(newItem).min(1).max(maxItems).describe('What is to be bought.'),
  country: country()
    .nullable()
    .default(null)
    .describe("The country whose taxes apply; null for the school's own."),
  promo_code: enteredCode().nullable().default(null),
})
/** An order that is over. */
export const closed = [refusals.order_already_paid, refusals.order_canceled]
/** An order whose price may change. */
export const open = [...closed, refusals.order_part_paid]
/** The refusals of a basket. */
export const pricing = [
  refusals.offer_unknown,
  refusals.offer_not_on_sale,
  refusals.price_unknown,
  refusals.currencies_mixed,
  refusals.amount_too_large,
  refusals.contents_too_many,
  refusals.taxes_too_many,
]
/** The refusals of a promo code. */
export const promo = Object.values(entryRefusals)
export const giftable = Object.values(giftableRefusals)

/** What an order of a basket would cost now. */
export const OrderPreview = Order.pick({
  amount: true,
  items_amount: true,
  discount_amount: true,
  tax_added_amount: true,
  tax_included_amount: true,
  taxes: true,
  currency: true,
  country: true,
  discount: true,
}).extend({
  items: z
    .array(OrderItem.omit({ id: true }))
    .max(maxItems)
    .describe('What would be bought, with its prices.'),
  instalments: z
    .array(
      z.object({
        due_at: timestamp().describe('The time until which the part is to be paid.'),
        amount: amount('The sum of the part.'),
      }),
    )
    .max(maxInstalmentsOfOrder)
    .describe('The parts by the instalment plans of the prices; empty for an order that is due at once.'),
  due_amount: amount('What is to be paid at once: all of it, or the first part.'),
})
export type OrderPreview = z.infer<typeof OrderPreview>
