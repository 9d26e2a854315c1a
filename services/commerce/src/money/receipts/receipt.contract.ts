import {
  A,
  amount,
  C,
  filter,
  G,
  id,
  L,
  personal,
  refuse,
  resourceWithEvents,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Order } from '../../objects/order.object.ts'
import { Payment } from '../../objects/payment.object.ts'
import {
  basisPoints,
  maxLines,
  Receipt,
  ReceiptLine,
  receiptFailed,
  receiptIssued,
} from '../../objects/receipt.object.ts'

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

const newLine = z.strictObject({
  name: ReceiptLine.shape.name,
  quantity: ReceiptLine.shape.quantity.default(1),
  amount: amount('The money for it, with its tax.').min(1),
  tax: z
    .strictObject({
      name: text(100, 1).describe('The name of the tax on the receipt, such as `VAT`.'),
      basis_points: basisPoints.describe('The rate in hundredths of a percent: 1900 is 19 %.'),
    })
    .nullable()
    .default(null)
    .describe('The tax in the amount; the server computes its sum.'),
})
export type NewLine = z.output<typeof newLine>

export const receipts = resourceWithEvents([receiptIssued, receiptFailed], {
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
    summary: 'Issue a correction of the receipt of a payment: with other lines, or the current seller',
    permission: 'receipts:write',
    body: z.strictObject({
      original_id: id('rcp').describe('The receipt of a payment that is to be corrected.'),
      reason: personal(text(500, 1))
        .meta({ examples: ['Wrong tax rate'] })
        .describe('Why the receipt is corrected; it is printed on the correction.'),
      lines: z
        .array(newLine)
        .min(1)
        .max(maxLines)
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
