import { amount, currency, id, L, oneOf, resource, stamps, timestamp } from '@lms/contract'
import { z } from 'zod'

export const PartnerAccrual = z.object({
  id: id('acr'),
  partner_id: id('prt'),
  order_id: id('ord'),
  payment_id: id('pay'),
  refund_id: id('ref')
    .nullable()
    .describe('For taken_back: the refund. For earned: the refund that has failed after all.'),
  kind: oneOf(['earned', 'taken_back']).describe('Earned by a payment, or taken back by its refund.'),
  amount: amount('What the partner earned, or what was taken back.'),
  currency: currency(),
  basis_points: z.int().min(1).max(10_000).describe("The partner's share at the first payment."),
  available_at: timestamp().describe('The end of the refund term; until then it is held.'),
  payout_id: id('pyo').nullable().describe('The payout that settled it; null before.'),
  ...stamps,
})
export type PartnerAccrual = z.infer<typeof PartnerAccrual>

export const partnerAccruals = resource({
  list: L('GET /v1/partner-accruals', {
    summary: 'List the earnings of partners and their reversals by refunds, order by order',
    permission: 'partner-accruals:read',
    returns: PartnerAccrual,
    list: { filters: {}, sorts: ['created_at', 'available_at'] },
  }),
})
