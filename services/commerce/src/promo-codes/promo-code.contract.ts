import {
  amount,
  atMost,
  crud,
  currency,
  filter,
  full,
  id,
  oneOf,
  reference,
  refuse,
  stamps,
  takes,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'

const code = (form: RegExp) =>
  z
    .string()
    .regex(form, 'must be 1 to 40 letters, digits, _ and -, the first a letter or digit: SPRING-20')
    .meta({ examples: ['SPRING-20'] })
const most = 1_000_000
const mostNamed = 100

export const PromoCode = z.object({
  id: id('prm'),
  code: takes(
    code(/^[A-Z0-9][A-Z0-9_-]{0,39}$/),
    code(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/).toUpperCase(),
  ).describe('What people type, in any case. A school has it once.'),
  description: text(1000).describe('What it is for; only staff read it.'),
  kind: oneOf(['percent', 'amount', 'gift']).describe(
    'What it gives: a part of the price, a sum, or an offer.',
  ),
  percent_off: z.int().min(1).max(100).nullable().describe('Of a percent: how much goes off.'),
  amount_off: amount('Of an amount: what goes off.').min(1).nullable(),
  currency: currency().nullable().describe('Of an amount: orders in another one do not take the code.'),
  gift_offer_id: id('off').nullable().describe('Of a gift: the offer that is given besides.'),
  offer_ids: z
    .array(id('off'))
    .max(mostNamed)
    .overwrite(ids => [...new Set(ids)])
    .describe('The offers that it is for; empty for all.'),
  group_ids: z
    .array(reference(['grp']))
    .max(mostNamed)
    .overwrite(ids => [...new Set(ids)])
    .describe('The groups whose members may use it; empty for everyone.'),
  first_order_only: z.boolean().describe('Only people who have paid nothing yet may use it.'),
  max_uses: z.int().min(1).max(most).nullable().describe('How many orders may use it; null for any number.'),
  max_uses_per_person: z.int().min(1).max(most).nullable().describe('The same of one person.'),
  starts_at: timestamp().nullable().describe('Before it nobody can use the code.'),
  ends_at: timestamp().nullable().describe('From then on nobody can.'),
  active: z.boolean().describe('Switched off, nobody can use it.'),
  uses_count: z.int32().min(0).describe('How many orders have used it.'),
  ...stamps,
})
export type PromoCode = z.infer<typeof PromoCode>

const mostCodes = 10_000

export const refusals = refuse({
  promo_codes_full: full(mostCodes, 'promo codes', 'Delete one that nobody has used.'),
  promo_code_taken: {
    status: 409,
    when: 'another promo code of the school has this code',
    message: 'Another promo code of this school has this code. Choose another one.',
  },
  promo_code_unfit: {
    status: 422,
    when: 'the fields do not go with the kind, or the code ends before it starts',
    message:
      'A percent has percent_off, an amount has amount_off and currency, a gift has gift_offer_id, each of these and no other; ends_at is after starts_at. See details.',
  },
  promo_offer_unknown: {
    status: 422,
    when: 'an offer does not exist in the school',
    message: 'There is no such offer here. See details.',
  },
  promo_code_used: {
    status: 409,
    when: 'orders have used the code',
    message: 'Orders have used this code, and it stays. Switch it off: PATCH {"active": false}.',
  },
})

const fits = [refusals.promo_code_taken, refusals.promo_code_unfit, refusals.promo_offer_unknown]

export const promoCodes = crud('/v1/promo-codes', PromoCode, {
  named: ['a promo code', 'promo codes'],
  bound: atMost(mostCodes, refusals.promo_codes_full),
  summaries: {
    get: 'Get a promo code and its use',
    change: 'Change or switch off a promo code; orders made before keep what they got',
    remove: 'Delete a promo code that nobody has used',
  },
  readOnly: ['uses_count'],
  immutable: ['kind'],
  defaults: { description: '', offer_ids: [], group_ids: [], first_order_only: false, active: true },
  filters: ['code'],
  otherFilters: { offer_id: filter.id('off'), group_id: filter.id('grp') },
  sorts: ['created_at', 'updated_at', 'code'],
  refuses: { create: fits, change: fits, remove: [refusals.promo_code_used] },
  examples: {
    create: { code: 'SPRING-20', kind: 'percent', percent_off: 20, max_uses_per_person: 1 },
    change: { active: false },
  },
})
