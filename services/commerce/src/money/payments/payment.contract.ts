// Apart from the payment itself, which orders and their events refer to.
import {
  amount,
  C,
  filter,
  G,
  id,
  L,
  moment,
  oneOf,
  personal,
  refuse,
  resourceWithEvents,
  text,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { afterPaymentEvents } from '../../objects/consequence-events.ts'
import { Order } from '../../objects/order.object.ts'
import { orderPaid, orderPartPaid } from '../../objects/order-events.ts'
import { Payment, paymentDisputed, paymentFailed, paymentSucceeded } from '../../objects/payment.object.ts'
import { Receipt } from '../../objects/receipt.object.ts'
import { refusals as orderRefusals } from '../../sales/pricing/basket.contract.ts'

export const refusals = refuse({
  order_unknown: {
    status: 422,
    when: 'order_id is not the id of an order of the school',
    message: 'order_id must be the id of an order of this school.',
  },
  payment_above_due: {
    status: 422,
    when: 'the amount is larger than what is due',
    message: 'The amount is larger than what is still due. See details.',
  },
})

/** Methods of money that was received outside; the other methods belong to providers and certificates. */
const outsideMethods = ['manual', 'cash', 'bank_transfer', 'card', 'other'] as const

/** Receipts of one payment that its answer shows: that of the payment, and those of refunds and corrections. */
const maxReceipts = 1000

export const PaymentWithReceipts = Payment.extend({
  receipts: z
    .array(Receipt.pick({ id: true, kind: true, number: true, status: true, amount: true }))
    .max(maxReceipts)
    .describe('The receipts of the payment, its refunds and their corrections, the oldest first.'),
})

export const payments = resourceWithEvents([paymentFailed, paymentDisputed], {
  list: L('GET /v1/payments', {
    summary: 'List payments',
    permission: 'payments:read',
    returns: Payment,
    list: {
      filters: {
        id: filter.id('pay'),
        provider_reference: filter.text,
        currency: filter.text,
        offer_id: filter.id('off'),
      },
      sorts: ['created_at'],
      expands: {
        user: { key: 'user_id', permission: 'users:read', returns: User },
        order: { key: 'order_id', permission: 'orders:read', returns: Order },
      },
    },
  }),
  create: C('POST /v1/payments', {
    summary: 'Record a payment received outside the platform, for an order or a part of it',
    permission: 'payments:write',
    body: z.strictObject({
      order_id: id('ord'),
      amount: amount('Default: what is still due.').min(1).optional(),
      method: oneOf(outsideMethods).default('manual').describe('The way in which the money was received.'),
      paid_at: moment().optional().describe('When the money was received. Default: now.'),
      provider_reference: text(200)
        .nullable()
        .default(null)
        .describe('The number of the transfer, the cheque or the receipt.'),
      comment: personal(text(500)).default('').describe('A note of staff on the payment.'),
    }),
    returns: Payment,
    refuses: [
      refusals.order_unknown,
      refusals.payment_above_due,
      orderRefusals.order_already_paid,
      orderRefusals.order_canceled,
      orderRefusals.paid_in_future,
    ],
    emits: [paymentSucceeded, orderPaid, orderPartPaid, ...afterPaymentEvents],
    bound: 'event',
  }),
  get: G('GET /v1/payments/{id}', {
    summary: 'Get a payment and its receipts',
    permission: 'payments:read',
    returns: PaymentWithReceipts,
  }),
})
