import {
  amount,
  atMost,
  bodiesOf,
  C,
  crud,
  currency,
  distinct,
  filter,
  full,
  id,
  oneOf,
  reference,
  refuse,
  resource,
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
const maxNamed = 100

export const PromoCode = z.object({
  id: id('prm'),
  code: takes(
    code(/^[A-Z0-9][A-Z0-9_-]{0,39}$/),
    code(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/).toUpperCase(),
  ).describe('The code that people enter, in any case. Unique in the school.'),
  description: text(1000).describe('A note on its purpose; only staff read it.'),
  kind: oneOf(['percent', 'amount', 'gift']).describe(
    'The benefit: a percentage of the price, an amount, or an offer as a gift.',
  ),
  percent: z.int().min(1).max(100).nullable().describe('For percent: the percentage deducted.'),
  amount_off: amount('For amount: the amount deducted.').min(1).nullable(),
  currency: currency()
    .nullable()
    .describe(
      'The currency of amount_off and minimum_amount. Orders in another currency cannot use the code.',
    ),
  minimum_amount: amount('The items that the code applies to must cost at least this.').min(1).nullable(),
  gift_offer_id: id('off').nullable().describe('For gift: the offer that is added.'),
  offer_ids: distinct(id('off'), maxNamed).describe('The offers that the code applies to; empty for all.'),
  group_ids: distinct(reference(['grp']), maxNamed).describe(
    'The groups whose members may use it; empty for everyone.',
  ),
  first_order_only: z.boolean().describe('Only people without a paid order may use it.'),
  max_uses: z
    .int()
    .min(1)
    .max(most)
    .nullable()
    .describe('The maximum number of orders with the code; null for no maximum.'),
  max_uses_per_person: z
    .int()
    .min(1)
    .max(most)
    .nullable()
    .describe('The maximum number of orders of one person with the code; null for no maximum.'),
  starts_at: timestamp().nullable().describe('The code is valid from this time on.'),
  expires_at: timestamp().nullable().describe('The code is valid until this time.'),
  active: z.boolean().describe('An inactive code cannot be used.'),
  uses_count: z
    .int32()
    .min(0)
    .describe('The number of orders with the code. A canceled or expired order does not count.'),
  batch_id: id('job').nullable().describe('The job that generated it; null for a code that was created.'),
  ...stamps,
})
export type PromoCode = z.infer<typeof PromoCode>

/** Maximum codes that are created one by one, and maximum generated ones. */
const maxCodes = 10_000
const maxGenerated = 1_000_000
const maxInBatch = 100_000

export const refusals = refuse({
  promo_codes_limit_reached: full(maxCodes, 'promo codes', 'Delete one that nobody has used.'),
  promo_code_taken: {
    status: 409,
    when: 'another promo code of the school has this code',
    message: 'Another promo code of this school has this code. Choose another code.',
  },
  promo_code_invalid: {
    status: 422,
    when: 'the fields do not match the kind, or expires_at is not after starts_at',
    message:
      'A percent takes percent, an amount takes amount_off, a gift takes gift_offer_id, and no kind takes the field of another. amount_off and minimum_amount need a currency. expires_at must be after starts_at. See details.',
  },
  promo_offer_unknown: {
    status: 422,
    when: 'an offer does not exist in the school',
    message: 'This school has no such offer. See details.',
  },
  promo_code_used: {
    status: 409,
    when: 'orders have used the code',
    message: 'Orders have used this code, so it cannot be deleted. Deactivate it: PATCH {"active": false}.',
  },
  generated_codes_limit_reached: full(
    maxGenerated,
    'generated promo codes',
    'Delete some that nobody has used.',
  ),
})

const readOnly = ['uses_count', 'batch_id'] as const
const defaults = {
  description: '',
  offer_ids: [],
  group_ids: [],
  first_order_only: false,
  active: true,
} satisfies Partial<PromoCode>

const fits = [refusals.promo_code_taken, refusals.promo_code_invalid, refusals.promo_offer_unknown]

const operations = crud('/v1/promo-codes', PromoCode, {
  names: ['a promo code', 'promo codes'],
  bound: atMost(maxCodes, refusals.promo_codes_limit_reached),
  summaries: {
    get: 'Get a promo code and the number of its uses',
    update: 'Change or deactivate a promo code; existing orders keep their benefit',
    delete: 'Delete a promo code that nobody has used',
  },
  readOnly,
  immutable: ['kind'],
  defaults,
  filters: ['code'],
  otherFilters: { offer_id: filter.id('off'), group_id: filter.id('grp') },
  sorts: ['created_at', 'updated_at', 'code'],
  refuses: { create: fits, update: fits, delete: [refusals.promo_code_used] },
  examples: {
    create: { code: 'SPRING-20', kind: 'percent', percent: 20, max_uses_per_person: 1 },
    update: { active: false },
  },
})

/** Codes with one use each. */
const NewBatch = bodiesOf(PromoCode, { readOnly, defaults })
  .create.omit({ code: true, max_uses: true, max_uses_per_person: true })
  .extend({
    count: z.int().min(1).max(maxInBatch).describe('The number of codes to create.'),
    prefix: z
      .string()
      .regex(/^([A-Z0-9][A-Z0-9_-]{0,19})?$/, 'must be at most 20 capitals, digits, _ and -: SPRING-')
      .default('')
      .describe('The beginning of each code.')
      .meta({ examples: ['SPRING-'] }),
    length: z
      .int()
      .min(8)
      .max(20)
      .default(10)
      .describe('The number of random characters after the prefix. 8 of them have 39 bits, 10 have 49.'),
  })

export const PromoCodeBatch = z.object({
  id: id('job').describe('The batch_id of its codes.'),
  status: oneOf(['queued']).describe(
    'GET /v1/queues shows its progress under commerce.generate-promo-codes. The list of promo codes shows its codes with batch_id as they are generated.',
  ),
  count: z.int().describe('The number of codes that are generated.'),
})

export const generatedRoom = atMost(maxGenerated, refusals.generated_codes_limit_reached)

export const promoCodes = resource({
  ...operations,
  generate: C('POST /v1/promo-codes/generate', {
    summary: 'Generate promo codes with one use each, as a job',
    permission: 'promo-codes:write',
    body: NewBatch,
    example: { count: 100, prefix: 'SPRING-', kind: 'percent', percent: 20 },
    bound: generatedRoom,
    returns: PromoCodeBatch,
    refuses: [refusals.promo_code_invalid, refusals.promo_offer_unknown],
  }),
})
