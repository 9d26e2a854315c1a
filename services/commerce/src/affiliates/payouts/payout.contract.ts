import { amount, C, currency, id, L, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { refusals as partnerRefusals } from '../../sales/order-model/partner-code.ts'

export const PartnerPayout = z.object({
  id: id('pyo'),
  partner_id: id('prt'),
  amount: amount('The sum that was transferred to the partner.'),
  currency: currency(),
  accruals_count: z.int32().min(1).describe('The number of accruals that it settled.'),
  reference: text(200).describe('The number of the transfer, or another reference to it.'),
  comment: text(2000).describe('A note of staff on the payout.'),
  ...stamps,
})
export type PartnerPayout = z.infer<typeof PartnerPayout>

export const refusals = refuse({
  partner_nothing_available: {
    status: 409,
    when: 'nothing is available to the partner in this currency',
    message: 'Nothing is available to this partner in this currency. See the balance of the partner.',
  },
  partner_amount_differs: {
    status: 409,
    when: 'another amount is available than the sent one',
    message: 'Another amount is available now. Read the balance of the partner, and repeat with that amount.',
  },
})

export const partnerPayouts = resource({
  list: L('GET /v1/partner-payouts', {
    summary: 'List payouts to partners',
    permission: 'partner-payouts:read',
    returns: PartnerPayout,
    list: { filters: {}, sorts: ['created_at', 'amount'] },
  }),
  create: C('POST /v1/partner-payouts', {
    summary: "Record a payout of a partner's available balance in one currency",
    permission: 'partner-payouts:write',
    body: z.strictObject({
      partner_id: id('prt'),
      currency: currency(),
      amount: amount('The amount that was transferred; refused if another one is available.').optional(),
      reference: PartnerPayout.shape.reference.default(''),
      comment: text(2000).default('').describe('A note of staff on the payout.'),
    }),
    returns: PartnerPayout,
    refuses: [
      partnerRefusals.partner_unknown,
      refusals.partner_nothing_available,
      refusals.partner_amount_differs,
    ],
    // Each payout settles payments, whose events have counted.
    bound: null,
  }),
})
