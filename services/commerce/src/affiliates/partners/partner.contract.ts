import { atMost, crud, currency, full, id, personal, refuse, stamps, takes, text } from '@lms/contract'
import { z } from 'zod'
import { enteredPartnerCode, partnerCode } from '../../sales/order-model/partner-code.ts'
import { refusals as orderRefusals } from '../../sales/pricing/basket.contract.ts'

const sum = () => z.int().describe('In the minor unit of the currency.')

export const Balance = z.object({
  currency: currency(),
  held: sum().describe('Earned, but still held until the end of the refund term.'),
  available: sum().describe(
    'What a payout would pay; negative if more was taken back than was earned since.',
  ),
  paid: sum().describe('The sum of the payouts.'),
})
export type Balance = z.infer<typeof Balance>

/** Currencies of one partner's balance: no school sells in more. */
const maxCurrencies = 200

export const Partner = z.object({
  id: id('prt'),
  name: personal(text(200, 1)).describe(
    'The name of the person or company, for staff and in the list of partners.',
  ),
  user_id: id('usr')
    .nullable()
    .describe('The person who is the partner, if they are one of the school. Own orders earn nothing.'),
  code: takes(partnerCode(/^[a-z0-9][a-z0-9_-]{0,39}$/), enteredPartnerCode()).describe(
    'The code in the link, in any case. Unique in the school.',
  ),
  link: z
    .string()
    .describe('What the partner adds to the address of any page of the site.')
    .meta({ examples: ['?partner=anns-blog'] }),
  basis_points: z
    .int()
    .min(1)
    .max(10_000)
    .describe('The share of the payments, without taxes, in hundredths of a percent: 1000 is 10 %.')
    .meta({ examples: [1000] }),
  active: z.boolean().describe('An inactive partner gets no new orders; earlier ones go on earning.'),
  comment: personal(text(2000)).describe('A note of staff; the partner does not see it.'),
  balance: z.array(Balance).max(maxCurrencies).describe('One entry for each currency.'),
  ...stamps,
})
export type Partner = z.infer<typeof Partner>

const maxPartners = 10_000

export const refusals = refuse({
  partners_limit_reached: full(maxPartners, 'partners', 'Delete one without orders.'),
  partner_code_taken: {
    status: 409,
    when: 'another partner of the school has this code',
    message: 'Another partner of this school has this code. Choose another code.',
  },
  partner_has_orders: {
    status: 409,
    when: 'orders or payouts of the partner exist',
    message: 'This partner has orders or payouts. Deactivate the partner: PATCH {"active": false}.',
  },
})

export const partners = crud('/v1/partners', Partner, {
  names: ['a partner', 'partners'],
  bound: atMost(maxPartners, refusals.partners_limit_reached),
  summaries: {
    get: 'Get a partner with the link and the balance',
    delete: 'Delete a partner without orders',
  },
  readOnly: ['link', 'balance'],
  defaults: { active: true, comment: '' },
  filters: ['code'],
  sorts: ['created_at', 'updated_at', 'name', 'code'],
  refuses: {
    create: [refusals.partner_code_taken, orderRefusals.user_unknown],
    update: [refusals.partner_code_taken, orderRefusals.user_unknown],
    delete: [refusals.partner_has_orders],
  },
  examples: {
    create: { name: "Ann's blog", code: 'anns-blog', basis_points: 1000 },
    update: { basis_points: 1500 },
  },
})
