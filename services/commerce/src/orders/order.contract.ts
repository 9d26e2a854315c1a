import {
  A,
  amount,
  atMost,
  C,
  event,
  filter,
  G,
  id,
  L,
  LN,
  M,
  moment,
  refuse,
  resource,
  text,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Offer } from '../offers/offer.contract.ts'
import { paymentSucceeded } from '../payments/payment.contract.ts'
import { mostContents, mostItems, Order, OrderItem } from './order.object.ts'

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
  order_needs_item: {
    status: 409,
    when: 'the item is the last one of the order',
    message: 'An order needs at least one item. Cancel the order instead.',
  },
  order_full: {
    status: 409,
    when: 'the order has the maximum number of items',
    message: `An order has at most ${mostItems} items. Create another order.`,
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
  currencies_mixed: {
    status: 422,
    when: 'the offers have different currencies',
    message: 'All offers of an order must have the same currency. Create one order for each currency.',
  },
  contents_too_many: {
    status: 422,
    when: 'the offers have too many items in all',
    message: `The offers of an order may have at most ${mostContents} items in all. Split the order.`,
  },
  amount_too_large: {
    status: 422,
    when: 'the total is larger than the maximum',
    message: 'The total is too large. Lower the quantity or split the order.',
  },
  paid_in_future: {
    status: 422,
    when: 'paid_at is in the future',
    message: 'paid_at must not be in the future.',
  },
})

const related = ['user_id'] as const
const withPayment = ['user_id', 'payment_id'] as const
export const orderCreated = event('order.created', { when: 'an order was created', object: Order, related })
export const orderUpdated = event('order.updated', {
  when: 'an order was changed',
  object: Order,
  related,
  changes: true,
})
export const orderPaid = event('order.paid', {
  when: 'an order was paid in full',
  object: Order,
  related: withPayment,
  changes: true,
  example: { status: 'paid', paid_at: '2026-11-21T09:30:00.000+00:00' },
})
export const orderCanceled = event('order.canceled', {
  when: 'an unpaid order was canceled',
  object: Order,
  related,
  changes: true,
  example: { status: 'canceled', canceled_at: '2026-11-21T09:30:00.000+00:00' },
})

const quantity = () => z.int().min(1).max(10_000)
const newItem = z.strictObject({ offer_id: id('off'), quantity: quantity().default(1) })
const closed = [refusals.order_already_paid, refusals.order_canceled]
const pricing = [
  refusals.offer_unknown,
  refusals.currencies_mixed,
  refusals.amount_too_large,
  refusals.contents_too_many,
]

export const orders = resource({
  list: L('GET /v1/orders', {
    summary: 'List orders',
    permission: 'orders:read',
    returns: Order,
    list: {
      filters: {
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
    summary: 'Create an order; the server computes the total',
    permission: 'orders:write',
    body: z.strictObject({
      user_id: id('usr'),
      items: z.array(newItem).min(1).max(mostItems),
      comment: text(2000).default(''),
    }),
    returns: Order,
    refuses: [refusals.user_unknown, ...pricing],
    emits: [orderCreated],
    bound: 'event',
  }),
  get: G('GET /v1/orders/{id}', { summary: 'Get an order', permission: 'orders:read', returns: Order }),
  change: M('PATCH /v1/orders/{id}', {
    summary: 'Change the comment of an order',
    permission: 'orders:write',
    body: z.strictObject({ comment: text(2000).optional() }),
    example: { comment: 'Call before.' },
    returns: Order,
    emits: [orderUpdated],
  }),
  cancel: A('POST /v1/orders/{id}/cancel', {
    summary: 'Cancel an unpaid order',
    permission: 'orders:write',
    bound: null,
    returns: Order,
    refuses: closed,
    emits: [orderCanceled],
  }),
  markPaid: A('POST /v1/orders/{id}/mark-paid', {
    summary: 'Mark an order as paid manually, for offline payments',
    permission: 'orders:write',
    body: z.strictObject({
      paid_at: moment().optional().describe('When the money was received and accesses begin. Default: now.'),
    }),
    bound: null,
    returns: Order,
    refuses: [...closed, refusals.paid_in_future],
    emits: [paymentSucceeded, orderPaid],
  }),
})

export const itemRoom = atMost(mostItems, refusals.order_full)

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
    refuses: [...closed, ...pricing],
    emits: [orderUpdated],
  }),
  change: M('PATCH /v1/orders/{id}/items/{itemId}', {
    summary: 'Change the quantity of an item, or set its price manually',
    permission: 'orders:write',
    body: z.strictObject({ quantity: quantity().optional(), unit_amount: amount().optional() }),
    example: { quantity: 3 },
    returns: Order,
    refuses: [...closed, refusals.amount_too_large],
    emits: [orderUpdated],
  }),
  remove: M('DELETE /v1/orders/{id}/items/{itemId}', {
    summary: 'Remove an item from an unpaid order',
    permission: 'orders:write',
    returns: Order,
    refuses: [...closed, refusals.order_needs_item],
    emits: [orderUpdated],
  }),
})
