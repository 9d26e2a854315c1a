import {
  A,
  amount,
  C,
  country,
  currency,
  event,
  filter,
  G,
  id,
  L,
  language,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { mostItems, Order } from '../orders/order.object.ts'
import { Payment } from '../payments/payment.contract.ts'
import { receiptLifecycle } from './receipt.lifecycle.ts'

export const receiptKinds = ['payment', 'refund', 'correction'] as const
/** An order's items, and money beyond them. */
const mostLines = mostItems + 1

const basisPoints = z.int().min(0).max(10_000)

export const ReceiptLine = z.object({
  name: text(200, 1).meta({ examples: ['Course'] }),
  quantity: z.int().min(1).max(10_000),
  amount: amount('The money for it, with its tax.'),
  tax: z
    .object({ name: text(100), basis_points: basisPoints, amount: amount('The tax in the amount.') })
    .nullable(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

export const Receipt = z.object({
  id: id('rcp'),
  number: z
    .int()
    .nullable()
    .describe(
      'Counts the issued receipts of the school from 1, without gaps; null until the receipt is issued. Receipts of test payments have a series of their own.',
    ),
  test: z.boolean().describe('Whether it is of a test payment: it says so, and is no document of a sale.'),
  kind: oneOf(receiptKinds),
  status: oneOf(receiptLifecycle.states),
  order_id: id('ord'),
  order_number: z.int(),
  payment_id: id('pay'),
  refund_id: id('ref').nullable(),
  original_id: id('rcp')
    .nullable()
    .describe('Of a refund or correction: the receipt of the payment that it refers to.'),
  user_id: id('usr'),
  provider_id: id('pvd').nullable().describe('The fiscal service that has issued it; null for none.'),
  amount: amount('The sum of the lines.'),
  tax_amount: amount('The taxes in the amount.'),
  currency: currency(),
  lines: z.array(ReceiptLine).max(mostLines),
  seller: z
    .object({
      name: text(200).nullable(),
      address: text(500).nullable(),
      tax_id: text(50).nullable(),
      country: country().nullable(),
    })
    .nullable()
    .describe('The seller of the settings when the receipt was issued; null until then.'),
  reason: personal(text(500)).describe('Of a correction: its reason.'),
  fiscal: z
    .object({
      number: text(200),
      sign: text(500),
      issued_at: timestamp(),
      url: text(1000).nullable(),
    })
    .nullable()
    .describe('The data that the fiscal service gave; null without one.'),
  language: language()
    .nullable()
    .describe('The language of its PDF: that of the school when it was issued; null until then.'),
  failure: z
    .object({ class: oneOf(['refused', 'unavailable']), message: text(500) })
    .nullable()
    .describe('`refused`: by the fiscal service, in its words. `unavailable`: it gave no answer.'),
  issued_at: timestamp().nullable().describe('Never earlier than that of a lower number.'),
  ...stamps,
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptWithFile = Receipt.extend({
  download_path: text(300)
    .nullable()
    .describe(
      'Where to download an issued receipt as PDF, without a credential: a path at the school’s own address.',
    ),
  download_expires_at: timestamp().nullable().describe('When the link expires: after 24 hours.'),
})

export const refusals = refuse({
  receipt_unknown: {
    status: 422,
    when: 'original_id is not the id of a receipt of a payment',
    message: 'original_id must be the id of a receipt of this school whose kind is payment.',
  },
  correction_open: {
    status: 409,
    when: 'an earlier correction of the receipt is not issued yet',
    message: 'An earlier correction of this receipt is pending or failed: GET /v1/receipts?original_id=….',
  },
  lines_unbalanced: {
    status: 422,
    when: 'the lines do not sum to the amount of the receipt',
    message:
      'A correction describes the same money: its lines must sum to the amount of the receipt. See details.',
  },
  receipt_failed: {
    status: 409,
    when: 'the receipt that is to be corrected has failed',
    message: 'This receipt was not issued. Send it again first: POST /v1/receipts/{id}/retry.',
  },
  receipt_issued: {
    status: 409,
    when: 'the receipt is issued',
    message: 'This receipt is issued. Order a correction to change it: POST /v1/receipts.',
  },
})

const told = { object: Receipt, related: ['user_id', 'order_id', 'payment_id'] as const }
export const receiptIssued = event('payment.receipt_issued', {
  when: 'a receipt was issued',
  ...told,
  example: { status: 'issued', number: 1, issued_at: '2026-11-21T09:30:00.000+00:00' },
})
export const receiptFailed = event('payment.receipt_failed', {
  when: 'a receipt could not be issued',
  ...told,
  example: {
    status: 'failed',
    failure: { class: 'unavailable', message: 'The fiscal service gave no answer.' },
  },
})

const newLine = z.strictObject({
  name: ReceiptLine.shape.name,
  quantity: ReceiptLine.shape.quantity.default(1),
  amount: amount('The money for it, with its tax.').min(1),
  tax: z
    .strictObject({ name: text(100, 1), basis_points: basisPoints })
    .nullable()
    .default(null)
    .describe('The tax in the amount; the server computes its sum.'),
})
export type NewLine = z.output<typeof newLine>

export const receipts = resource({
  list: L('GET /v1/receipts', {
    summary: 'List receipts',
    permission: 'receipts:read',
    returns: Receipt,
    list: {
      filters: { number: filter.integer },
      sorts: ['created_at'],
      expands: {
        user: { key: 'user_id', permission: 'users:read', returns: User },
        order: { key: 'order_id', permission: 'orders:read', returns: Order },
        payment: { key: 'payment_id', permission: 'payments:read', returns: Payment },
      },
    },
  }),
  create: C('POST /v1/receipts', {
    summary: 'Order a correction of the receipt of a payment: other lines, or the present seller',
    permission: 'receipts:write',
    body: z.strictObject({
      original_id: id('rcp'),
      reason: personal(text(500, 1)).meta({ examples: ['Wrong tax rate'] }),
      lines: z
        .array(newLine)
        .min(1)
        .max(mostLines)
        .optional()
        .describe('The lines as they should be. Default: as they are.'),
    }),
    returns: Receipt,
    refuses: [
      refusals.receipt_unknown,
      refusals.receipt_failed,
      refusals.correction_open,
      refusals.lines_unbalanced,
    ],
    bound: 'task',
  }),
  get: G('GET /v1/receipts/{id}', {
    summary: 'Get a receipt with its fiscal data and a link to its PDF',
    permission: 'receipts:read',
    returns: ReceiptWithFile,
  }),
  retry: A('POST /v1/receipts/{id}/retry', {
    summary: 'Send a failed receipt again, or a pending one now',
    permission: 'receipts:write',
    bound: 'task',
    returns: Receipt,
    refuses: [refusals.receipt_issued],
  }),
})
