// An order and its items, as answers and events contain them.
import {
  amount,
  country,
  currency,
  distinct,
  id,
  oneOf,
  personal,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { Content } from '../catalog/offers/offer.contract.ts'
import { Interval } from '../catalog/offers/price.contract.ts'
import { Agreement, agreementKinds, Company } from './buyer.object.ts'
import { orderLifecycle } from './order.lifecycle.ts'

/** Maximum items of an order. */
export const maxItems = 100
/** Maximum items of all offers of an order together, so that its events stay well below the maximum of the bus. */
export const maxContents = 130

const ItemTax = z.object({
  basis_points: z.int().min(0).max(10_000).describe('The rate in hundredths of a percent: 1900 is 19 %.'),
  included: z.boolean().describe('Whether the price includes the tax; otherwise it is added.'),
  amount: amount('The tax itself.'),
})

export const OrderItem = z.object({
  id: id('ori'),
  offer_id: id('off'),
  price_id: id('prc').nullable().describe('The price variant; null for the price of the offer itself.'),
  name: text(200)
    .describe('The name of the offer at the time of the order.')
    .meta({ examples: ['Course'] }),
  quantity: z.int().describe('How many are bought.'),
  unit_amount: amount('The price of one at the time of the order.'),
  amount: amount('`quantity` times `unit_amount`.'),
  discount_amount: amount("The item's share of the discount."),
  tax: ItemTax.nullable().describe('The tax on the amount after the discount; null for none.'),
  interval: Interval.nullable().describe('The period of a subscription; null for a price that is paid once.'),
  subscription_id: id('sbs')
    .nullable()
    .describe(
      'The subscription that the item renews, or that it has started since its payment; null for none.',
    ),
  trial_days: z
    .int()
    .nullable()
    .describe(
      'The free days with which the item begins a subscription, in place of a period; null for none.',
    ),
  access_expires_at: timestamp()
    .nullable()
    .describe('The end of what the item gives, in place of the terms of its contents.'),
  gift: z.boolean().describe('Whether it was added as a gift, by a promo code.'),
  contents: z.array(Content).max(maxContents).describe('The items of the offer at the time of the order.'),
})
export type OrderItem = z.infer<typeof OrderItem>

/** Maximum different taxes of an order: included or added, for each kind of item. */
export const maxTaxes = 10

/** The reason why an order costs less than its items. */
export const Discount = z.object({
  kind: oneOf(['promo_code', 'manual', 'gift']).describe(
    'Where the discount comes from: a promo code, a member of staff, or a gift.',
  ),
  promo_code_id: id('prm')
    .nullable()
    .describe('The promo code that gave the discount; null for another kind.'),
  code: text(40).nullable().describe('The promo code at the time of its use.'),
  offer_ids: distinct(id('off'), 100).describe('The offers that it applies to; empty for all.'),
  percent: z.int().min(1).max(100).nullable().describe('The percentage deducted; null for a fixed amount.'),
  amount_off: amount('The amount deducted, at most that of the items.').nullable(),
  reason: personal(text(500)).describe('Why staff gave the discount; empty for a promo code or a gift.'),
})
export type Discount = z.infer<typeof Discount>

export const Order = z.object({
  id: id('ord'),
  number: z.int().describe('Rises within the school, possibly with gaps.'),
  user_id: id('usr'),
  status: oneOf(orderLifecycle.states).describe(
    '`waiting_payment` until all of it is paid, also while a part is; `expired` once its payment term has passed, though a late payment still pays it.',
  ),
  amount: amount('The sum to pay: `items_amount` less `discount_amount`, plus `tax_added_amount`.'),
  items_amount: amount('The sum of the items.'),
  discount_amount: amount('The discount on all items.'),
  tax_added_amount: amount('Taxes that prices do not include.'),
  tax_included_amount: amount('Taxes that prices include.'),
  taxes: z
    .array(ItemTax.extend({ name: text(100).describe('The name of the tax, such as `VAT`.') }))
    .max(maxTaxes)
    .describe('The sums of the taxes of its items, by rate.'),
  paid_amount: amount('The sum of the succeeded payments.'),
  refunded_amount: amount('The sum of the succeeded refunds.'),
  currency: currency(),
  country: country().nullable().describe('The country whose taxes apply; null for none.'),
  // Items change only with their order, under its lock, and are part of every answer and event: one row.
  items: z.array(OrderItem).max(maxItems).describe('What is bought, at the prices of the time of the order.'),
  discount: Discount.nullable().describe('The discount and where it comes from; null for none.'),
  as_gift: z
    .boolean()
    .describe('Whether it is bought for others: once paid, it gives gift codes in place of access.'),
  company: Company.nullable().describe('The company that buys; null for a person.'),
  agreements: z
    .array(Agreement)
    .max(agreementKinds.length)
    .describe('What the buyer agreed to on the page of the offer.'),
  checkout_id: id('chk').nullable(),
  subscription_id: id('sbs').nullable(),
  partner_id: id('prt').nullable(),
  comment: personal(text(2000)).describe('A note of staff on the order.'),
  expires_at: timestamp().nullable().describe('The end of the payment term; null for none.'),
  test: z
    .boolean()
    .describe('Whether the test provider paid it, or it renews or redeems what that has paid. No sale.'),
  paid_at: timestamp().nullable(),
  canceled_at: timestamp().nullable(),
  expired_at: timestamp().nullable(),
  refunded_at: timestamp().nullable().describe('When the last of the money was returned.'),
  ...stamps,
})
export type Order = z.infer<typeof Order>

/** Maximum parts of the instalments of one order. */
export const maxInstalmentsOfOrder = 100

/** A part of an order's amount and the time until which it is due. */
export interface Instalment {
  due_at: string
  amount: number
}
