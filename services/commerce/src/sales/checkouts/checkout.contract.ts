// A checkout is a basket before there is an order: what a visitor wants, how to reach them, where they came from.
import {
  A,
  bodiesOf,
  C,
  country,
  event,
  G,
  id,
  L,
  M,
  personal,
  refuse,
  resourceWithEvents,
  stamps,
  statusOf,
  takes,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { unpayable } from '../../money/providers/unpayable.ts'
import { afterPaymentEvents } from '../../objects/consequence-events.ts'
import { maxItems, Order, OrderItem } from '../../objects/order.object.ts'
import { orderCreated, orderPaid } from '../../objects/order-events.ts'
import { paymentSucceeded } from '../../objects/payment.object.ts'
import { enteredPartnerCode, partnerCode } from '../order-model/partner-code.ts'
import { newBasket, refusals as orderRefusals, pricing } from '../pricing/basket.contract.ts'
import { enteredCode, entryRefusals } from '../pricing/entry-refusals.ts'
import { giftableRefusals } from '../pricing/giftable.ts'
import { checkoutLifecycle } from './checkout.lifecycle.ts'

const CheckoutItem = OrderItem.pick({
  offer_id: true,
  price_id: true,
  name: true,
  quantity: true,
  unit_amount: true,
  amount: true,
  discount_amount: true,
  trial_days: true,
  gift: true,
})

const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const
const utm = <T extends z.ZodType>(field: () => T) =>
  Object.fromEntries(
    utmNames.map(name => [name, field().describe(`The value of \`utm_${name}\`.`)]),
  ) as Record<(typeof utmNames)[number], T>

export const Checkout = z.object({
  id: id('chk'),
  status: statusOf(checkoutLifecycle).describe(
    '`abandoned` after a while without a change, `confirmed` once it is an order.',
  ),
  user_id: id('usr')
    .nullable()
    .describe('The person, once they are known; a publishable key does not see it.'),
  email: User.shape.email,
  phone: User.shape.phone,
  first_name: User.shape.first_name,
  last_name: User.shape.last_name,
  items: z.array(CheckoutItem).max(maxItems).describe('At the prices of the last change.'),
  ...Order.pick({
    amount: true,
    items_amount: true,
    discount_amount: true,
    tax_added_amount: true,
    tax_included_amount: true,
    currency: true,
    as_gift: true,
  }).shape,
  country: country().nullable().describe("The country whose taxes apply; null for the school's own."),
  promo_code: takes(text(40), enteredCode())
    .nullable()
    .describe('The promo code, in capitals; null for none.'),
  partner_code: takes(partnerCode(/^[a-z0-9][a-z0-9_-]{0,39}$/), enteredPartnerCode())
    .nullable()
    .describe('The code of the link of a partner, in any case. An unknown one has no effect.'),
  utm: z
    .object(utm(() => personal(text(200))))
    .describe('The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent.'),
  referrer: personal(text(2000)).describe('The page that led to the site.'),
  order_id: id('ord').nullable().describe('The order, once the checkout is confirmed.'),
  abandoned_at: timestamp().nullable().describe('When it was left with a known contact.'),
  confirmed_at: timestamp().nullable(),
  ...stamps,
})
export type Checkout = z.infer<typeof Checkout>

const ConfirmedCheckout = Checkout.extend({
  payment_path: text(200)
    .nullable()
    .describe(
      'The page on which the order is paid, behind the address of the school, and of free days the one on which a card is added for what comes after them; null if there is nothing to pay.',
    )
    .meta({ examples: ['/pay/01h455vb4pex5vsknk084sn02q..1hfz9p.6TtKqz1yIQZbyXsPvFxQ8AqZ'] }),
})

export const refusals = refuse({
  checkout_confirmed: {
    status: 409,
    when: 'the checkout is confirmed',
    message: 'This checkout is confirmed, and its order exists. Create another checkout.',
  },
  checkout_contact_missing: {
    status: 422,
    when: 'neither an e-mail nor a phone is known',
    message: 'The order needs somebody to belong to. Set the e-mail or the phone of the checkout first.',
  },
})

export const checkoutAbandoned = event('order.checkout_abandoned', {
  when: 'a checkout with a known contact was left; once for each checkout',
  object: Checkout,
  related: ['user_id'],
  example: { status: 'abandoned', abandoned_at: '2026-11-21T09:30:00.000+00:00' },
})

const fields = bodiesOf(Checkout, {
  readOnly: [
    'status',
    'items_amount',
    'amount',
    'discount_amount',
    'tax_added_amount',
    'tax_included_amount',
    'currency',
    'order_id',
    'abandoned_at',
    'confirmed_at',
  ],
  immutable: ['user_id'],
  defaults: { first_name: '', last_name: '', as_gift: false, referrer: '' },
})
const { items } = newBasket.shape
const utmBody = z.strictObject(utm(() => text(200).default('')))

const NewCheckout = fields.create.extend({
  items,
  utm: utmBody.prefault({}).describe('The UTM parameters of the visit: `utm_source` as `source`, and so on.'),
  user_id: fields.create.shape.user_id.describe(
    'The person, if a signed-in one buys. A publishable key sends a contact in its place.',
  ),
})
const CheckoutChanges = fields.change.extend({
  items: items.optional().describe('What is to be bought, in place of the present items.'),
  utm: utmBody.optional().describe('The UTM parameters of the visit: `utm_source` as `source`, and so on.'),
})
export type NewCheckout = z.output<typeof NewCheckout>
export type CheckoutChanges = z.output<typeof CheckoutChanges>

const priced = [...pricing, orderRefusals.instalments_too_many, ...Object.values(entryRefusals)]

export const checkouts = resourceWithEvents([checkoutAbandoned], {
  list: L('GET /v1/checkouts', {
    summary: 'List checkouts',
    permission: 'checkouts:read',
    returns: Checkout,
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: {},
    },
  }),
  create: C('POST /v1/checkouts', {
    summary: 'Create a checkout',
    permission: 'checkouts:write',
    publishable: true,
    body: NewCheckout,
    returns: Checkout,
    refuses: [orderRefusals.user_unknown, ...priced],
    bound: 'task',
  }),
  get: G('GET /v1/checkouts/{id}', {
    summary: 'Get a checkout',
    permission: 'checkouts:read',
    publishable: true,
    returns: Checkout,
  }),
  update: M('PATCH /v1/checkouts/{id}', {
    summary: 'Change a checkout; it gets the current prices',
    permission: 'checkouts:write',
    publishable: true,
    body: CheckoutChanges,
    example: { email: 'ann@school.example' },
    returns: Checkout,
    refuses: [refusals.checkout_confirmed, ...priced],
  }),
  confirm: A('POST /v1/checkouts/{id}', {
    summary: 'Confirm a checkout: it becomes an order of its person, who is created if unknown',
    permission: 'checkouts:write',
    publishable: true,
    bound: 'event',
    returns: ConfirmedCheckout,
    secretAnswer: true,
    refuses: [
      refusals.checkout_confirmed,
      refusals.checkout_contact_missing,
      orderRefusals.user_unknown,
      ...priced,
      ...Object.values(giftableRefusals),
      unpayable.payment_unavailable,
      orderRefusals.offer_sold_out,
    ],
    emits: [orderCreated, paymentSucceeded, orderPaid, ...afterPaymentEvents],
  }),
})
