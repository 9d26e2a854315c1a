import {
  amount,
  atMost,
  C,
  currency,
  full,
  id,
  L,
  moment,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { afterPaymentEvents } from '../../objects/consequence-events.ts'
import { orderCreated, orderPaid, orderPartPaid } from '../../objects/order-events.ts'
import { paymentSucceeded } from '../../objects/payment.object.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import { giftLifecycle } from './gift.lifecycle.ts'

export const Gift = z.object({
  id: id('gft'),
  kind: oneOf(['offer', 'money']).describe('What it gives: an offer, or money towards orders.'),
  status: oneOf(giftLifecycle.states).describe('A money certificate is redeemed when its balance is 0.'),
  code: z
    .string()
    .nullable()
    .describe(
      'The code that redeems it. Only its buyer and callers with gifts:write see it, and only while the gift is active.',
    )
    .meta({ examples: ['7KQM-2XPA-WDRT-94HB'] }),
  hint: z
    .string()
    .describe('The last four characters of the code, to tell gifts apart.')
    .meta({ examples: ['94HB'] }),
  offer_id: id('off').nullable().describe('The offer that it gives; null for money.'),
  name: text(200).describe('The name of the offer; empty for money.'),
  amount: amount('What it was worth at first.'),
  balance: amount('For money: what is left.'),
  currency: currency(),
  user_id: id('usr').nullable().describe('The person who bought it, or to whom it was issued.'),
  order_id: id('ord').nullable().describe('The order that bought it; null for one that the school issued.'),
  redeemer_user_id: id('usr').nullable().describe('The person who redeemed it last.'),
  redeemed_order_id: id('ord').nullable().describe('The order that it paid last.'),
  test: z.boolean().describe('Whether a test order bought it: a live school does not redeem it.'),
  comment: personal(text(500)).describe('A note on its purpose; only staff write it.'),
  expires_at: timestamp().nullable().describe('It can be redeemed until this time; null for no end.'),
  redeemed_at: timestamp().nullable(),
  canceled_at: timestamp().nullable().describe('When a refund of its order took it back.'),
  ...stamps,
})
export type Gift = z.infer<typeof Gift>

const maxIssued = 10_000

export const refusals = refuse({
  gifts_limit_reached: full(
    maxIssued,
    'gifts that it issued without an order and that nobody has redeemed',
    'Sell gifts with orders (as_gift), which have no maximum.',
  ),
  gift_invalid: {
    status: 422,
    when: 'the fields do not match the kind, or expires_at is not in the future',
    message:
      'A gift of the kind offer takes offer_id; one of money takes amount and currency. expires_at must be in the future. See details.',
  },
  gift_unknown: {
    status: 422,
    when: 'the school has no gift with this code',
    message: 'This school has no gift with this code. Check the spelling.',
  },
  gift_expired: {
    status: 422,
    when: 'expires_at of the gift has passed',
    message: 'This gift has expired.',
  },
  gift_redeemed: {
    status: 409,
    when: 'the gift was redeemed before',
    message: 'This gift was redeemed before.',
  },
  gift_canceled: {
    status: 409,
    when: 'a refund of its order took the gift back',
    message: 'This gift was taken back, because its order was refunded.',
  },
  gift_order_invalid: {
    status: 422,
    when: 'order_id is sent for a gift of an offer, or is missing or not an order of the person for one of money',
    message:
      'Money certificates pay orders: order_id must be the id of an order of this person. A gift of an offer makes an order of its own and takes no order_id.',
  },
  gift_other_currency: {
    status: 422,
    when: 'the certificate and the order have different currencies',
    message: 'This certificate is for orders in another currency.',
  },
})

export const giftRoom = atMost(maxIssued, refusals.gifts_limit_reached)

export const gifts = resource({
  list: L('GET /v1/gifts', {
    summary: 'List gift certificates and gifted offers',
    permission: 'gifts:read',
    returns: Gift,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/gifts', {
    summary: 'Issue a gift without an order; its code is in the answer',
    permission: 'gifts:write',
    body: z.strictObject({
      kind: Gift.shape.kind,
      offer_id: id('off').nullable().default(null).describe('For an offer: the offer that it gives.'),
      amount: amount('For money: what it is worth.').min(1).nullable().default(null),
      currency: currency().nullable().default(null).describe('For money: the currency of the amount.'),
      user_id: id('usr').nullable().default(null).describe('The person to whom it is issued.'),
      comment: personal(text(500)).default(''),
      expires_at: moment().nullable().default(null).describe('It can be redeemed until this time.'),
    }),
    example: { kind: 'money', amount: 5000, currency: 'EUR' },
    bound: giftRoom,
    returns: Gift,
    secretAnswer: true,
    hands: ['code'],
    refuses: [refusals.gift_invalid, orderRefusals.offer_unknown, orderRefusals.user_unknown],
  }),
  redeem: C('POST /v1/gifts/redeem', {
    summary:
      'Redeem a gift code for a person: an offer with a new paid order, money as a payment of one of their orders',
    permission: 'gifts:write',
    body: z.strictObject({
      code: text(40, 1)
        .describe('In any case, with or without hyphens and spaces.')
        .meta({ examples: ['7KQM-2XPA-WDRT-94HB'] }),
      user_id: id('usr').describe('The person who redeems it.'),
      order_id: id('ord')
        .nullable()
        .default(null)
        .describe('For money: the order that it pays, as far as its balance goes.'),
    }),
    returns: z.object({
      gift: Gift,
      order_id: id('ord').describe('The order that gives the offer, or that the money paid.'),
      payment_id: id('pay'),
      amount: amount('What the order was paid with the gift; 0 for an offer.'),
    }),
    secretAnswer: true,
    refuses: [
      refusals.gift_unknown,
      refusals.gift_expired,
      refusals.gift_redeemed,
      refusals.gift_canceled,
      refusals.gift_order_invalid,
      refusals.gift_other_currency,
      orderRefusals.user_unknown,
      orderRefusals.order_already_paid,
      orderRefusals.order_canceled,
    ],
    emits: [orderCreated, paymentSucceeded, orderPaid, orderPartPaid, ...afterPaymentEvents],
    bound: 'event',
  }),
})
