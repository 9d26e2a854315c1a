import { newId, Refused } from '@lms/contract'
import { builder } from '../../builder.ts'
import { refusals as partnerRefusals } from '../../sales/order-model/partner-code.ts'
import { partnerPayouts, refusals } from './payout.contract.ts'

const partnerPayoutHandlers = builder.implement(partnerPayouts, {
  list: ({ query }, { partnerPayouts }) => partnerPayouts.page(query),

  // The partner's row is locked, so of two payouts the second sees what the first has settled.
  create: async ({ body }, { partners, partnerAccruals, partnerPayouts }) => {
    const { partner_id, currency, amount, reference, comment } = body
    if (!(await partners.find(partner_id))) throw new Refused(partnerRefusals.partner_unknown)
    await partners.lock(partner_id)
    const available = await partnerAccruals.available(partner_id, currency)
    if (available.amount <= 0) throw new Refused(refusals.partner_nothing_available)
    if (amount !== undefined && amount !== available.amount) {
      const details = [{ path: 'body.amount', message: `${available.amount} is available` }]
      throw new Refused(refusals.partner_amount_differs, undefined, { details })
    }
    const payout = partnerPayouts.fresh(newId('pyo'))
    partnerAccruals.settle(available.ids, payout.id)
    const accruals_count = available.ids.length
    return partnerPayouts.insert({
      ...payout,
      partner_id,
      currency,
      amount: available.amount,
      accruals_count,
      reference,
      comment,
    })
  },
})

export const payoutResource = builder.resource({
  handlers: [partnerPayoutHandlers],
})
