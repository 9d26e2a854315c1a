import {
  amount,
  country,
  currency,
  event,
  id,
  language,
  oneOf,
  personal,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { Company } from './buyer.object.ts'
import { maxItems } from './order.object.ts'
import { receiptLifecycle } from './receipt.lifecycle.ts'

export const receiptKinds = ['payment', 'refund', 'correction'] as const
/** An order's items, and money beyond them. */
export const maxLines = maxItems + 1

export const basisPoints = z.int().min(0).max(10_000)

export const ReceiptLine = z.object({
  name: text(200, 1)
    .meta({ examples: ['Course'] })
    .describe('What was paid for, as printed on the receipt.'),
  quantity: z.int().min(1).max(10_000).describe('How many were paid for.'),
  amount: amount('The money for it, with its tax.'),
  tax: z
    .object({
      name: text(100).describe('The name of the tax on the receipt, such as `VAT`.'),
      basis_points: basisPoints.describe('The rate in hundredths of a percent: 1900 is 19 %.'),
      amount: amount('The tax in the amount.'),
    })
    .nullable()
    .describe('The tax in the amount; null for none.'),
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
  kind: oneOf(receiptKinds).describe(
    'Whether it confirms a payment, a refund, or corrects an earlier receipt.',
  ),
  status: oneOf(receiptLifecycle.states).describe(
    '`pending` until it has its number; `failed` if the fiscal service refused it or gave no answer.',
  ),
  order_id: id('ord'),
  order_number: z.int().describe('The number of the order, as people read it.'),
  payment_id: id('pay'),
  refund_id: id('ref')
    .nullable()
    .describe('Of a refund; of the kind `payment`: the refund that has failed after all.'),
  original_id: id('rcp')
    .nullable()
    .describe(
      'Of a refund or correction: the receipt of the payment that it refers to. Of the money of a refund that has failed after all: the receipt of that refund.',
    ),
  user_id: id('usr'),
  provider_id: id('pvd').nullable().describe('The fiscal service that has issued it; null for none.'),
  amount: amount('The sum of the lines.'),
  tax_amount: amount('The taxes in the amount.'),
  currency: currency(),
  lines: z.array(ReceiptLine).max(maxLines).describe('What was paid for, line by line.'),
  seller: z
    .object({
      name: text(200).nullable().describe('The name of the seller; null if the settings named none.'),
      address: text(500)
        .nullable()
        .describe('The postal address of the seller; null if the settings named none.'),
      tax_id: text(50).nullable().describe('The tax number of the seller; null if the settings named none.'),
      country: country().nullable(),
    })
    .nullable()
    .describe('The seller of the settings when the receipt was issued; null until then.'),
  buyer: Company.nullable().describe('The company that has bought; null for a person.'),
  reason: personal(text(500)).describe('Why the receipt was corrected; empty for other kinds.'),
  fiscal: z
    .object({
      number: text(200).describe('The number that the fiscal service gave the receipt.'),
      sign: text(500).describe('The fiscal signature, as the service gave it.'),
      issued_at: timestamp(),
      url: text(1000).nullable().describe('Where the fiscal service shows the receipt; null if it does not.'),
    })
    .nullable()
    .describe('The data that the fiscal service gave; null without one.'),
  language: language()
    .nullable()
    .describe('The language of its PDF: that of the school when it was issued; null until then.'),
  failure: z
    .object({
      class: oneOf(['refused', 'unavailable']).describe(
        'Whether the service refused the receipt or gave no answer.',
      ),
      message: text(500).describe('What the fiscal service answered.'),
    })
    .nullable()
    .describe('`refused`: by the fiscal service, in its words. `unavailable`: it gave no answer.'),
  issued_at: timestamp().nullable().describe('Never earlier than that of a lower number.'),
  ...stamps,
})
export type Receipt = z.infer<typeof Receipt>

const eventOptions = { object: Receipt, related: ['user_id', 'order_id', 'payment_id'] as const }
export const receiptIssued = event('payment.receipt_issued', {
  when: 'a receipt was issued',
  ...eventOptions,
  example: { status: 'issued', number: 1, issued_at: '2026-11-21T09:30:00.000+00:00' },
})
export const receiptFailed = event('payment.receipt_failed', {
  when: 'a receipt could not be issued',
  ...eventOptions,
  example: {
    status: 'failed',
    failure: { class: 'unavailable', message: 'The fiscal service gave no answer.' },
  },
})
