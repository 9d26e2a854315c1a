import { A, C, filter, G, id, L, M, moment, resourceWithEvents, text } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Offer } from '../../catalog/offers/offer.contract.ts'
import {
  afterClosingEvents,
  afterPaymentEvents,
  afterSettlingEvents,
} from '../../objects/consequence-events.ts'
import { Order } from '../../objects/order.object.ts'
import {
  orderCanceled,
  orderCreated,
  orderExpired,
  orderPaid,
  orderUpdated,
} from '../../objects/order-events.ts'
import { paymentSucceeded } from '../../objects/payment.object.ts'
import {
  closed,
  giftable,
  newBasket,
  OrderPreview,
  pricing,
  promo,
  refusals,
} from '../pricing/basket.contract.ts'
import { enteredPartnerCode, refusals as partnerRefusals } from './partner-code.ts'

export const orders = resourceWithEvents([orderExpired], {
  list: L('GET /v1/orders', {
    summary: 'List orders',
    permission: 'orders:read',
    returns: Order,
    list: {
      filters: {
        id: filter.id('ord'),
        offer_id: filter.id('off'),
        number: filter.integer,
        amount: filter.integer,
        currency: filter.text,
      },
      sorts: ['created_at', 'updated_at', 'number', 'amount'],
      expands: {
        user: { key: 'user_id', permission: 'users:read', returns: User },
        'items.offer': { key: 'items.offer_id', permission: 'offers:read', returns: Offer },
      },
    },
  }),
  create: C('POST /v1/orders', {
    summary: 'Create an order; the server computes the total, and one of 0 is paid at once',
    permission: 'orders:write',
    body: newBasket.extend({
      user_id: id('usr'),
      partner_code: enteredPartnerCode()
        .nullable()
        .default(null)
        .describe('The code of the partner who gets a share; null for none.'),
      comment: text(2000).default('').describe('A note of staff on the order.'),
      as_gift: z.boolean().default(false).describe(Order.shape.as_gift.description!),
      expires_at: moment()
        .nullable()
        .optional()
        .describe("The end of the payment term; null for none. Default: that of the school's settings."),
    }),
    returns: Order,
    refuses: [
      refusals.user_unknown,
      ...Object.values(partnerRefusals),
      refusals.term_past,
      refusals.instalments_too_many,
      refusals.offer_sold_out,
      ...pricing,
      ...promo,
      ...giftable,
    ],
    emits: [orderCreated, ...afterSettlingEvents],
    bound: 'event',
  }),
  preview: C('POST /v1/orders/preview', {
    summary: 'Preview what an order of a basket would cost now, with discount, taxes and instalments',
    permission: 'orders:read',
    readOnly: true,
    body: newBasket.extend({
      user_id: id('usr').nullable().default(null).describe('The person who would order; null while unknown.'),
    }),
    returns: OrderPreview,
    refuses: [refusals.user_unknown, refusals.instalments_too_many, ...pricing, ...promo],
    bound: null,
  }),
  get: G('GET /v1/orders/{id}', { summary: 'Get an order', permission: 'orders:read', returns: Order }),
  update: M('PATCH /v1/orders/{id}', {
    summary: 'Change the comment of an order, or the payment term of an unpaid one',
    permission: 'orders:write',
    body: z.strictObject({
      comment: text(2000).optional().describe('A note of staff on the order.'),
      expires_at: moment().nullable().optional().describe('The end of the payment term; null for none.'),
    }),
    example: { comment: 'Call before.' },
    returns: Order,
    refuses: [...closed, refusals.term_over, refusals.term_past],
    emits: [orderUpdated],
  }),
  cancel: A('POST /v1/orders/{id}/cancel', {
    summary: 'Cancel an unpaid order',
    permission: 'orders:write',
    bound: null,
    returns: Order,
    refuses: closed,
    emits: [orderCanceled, ...afterClosingEvents],
  }),
  markPaid: A('POST /v1/orders/{id}/mark-paid', {
    summary: 'Mark an order as paid outside the platform: records a payment of the amount still due',
    permission: 'orders:write',
    body: z.strictObject({
      paid_at: moment().optional().describe('When the money was received and accesses begin. Default: now.'),
    }),
    bound: null,
    returns: Order,
    refuses: [...closed, refusals.paid_in_future],
    emits: [paymentSucceeded, orderPaid, ...afterPaymentEvents],
  }),
})
