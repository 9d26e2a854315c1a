import { amount, atMost, crud, currency, id, oneOf, refuse, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'

export const priceStates = ['active', 'archived'] as const

/** A period that is charged again and again. */
export const Interval = z
  .object({ unit: oneOf(['day', 'month', 'year']), count: z.int32().min(1).max(3650) })
  .describe('The period: 1 month, 1 year, 30 days.')
export type Interval = z.infer<typeof Interval>

/** Maximum parts of an instalment plan. */
export const maxInstalments = 24

export const Price = z.object({
  id: id('prc'),
  offer_id: id('off'),
  name: text(200).describe('The name of the variant: monthly, in instalments.'),
  amount: amount(),
  currency: currency(),
  interval: Interval.nullable().describe('The period of a subscription; null for a price that is paid once.'),
  trial_days: z.int().min(1).max(730).nullable().describe('Free days at the beginning of a subscription.'),
  early_amount: amount('The early price.').nullable(),
  early_starts_at: timestamp().nullable().describe('The early price is valid from this time on.'),
  early_ends_at: timestamp().nullable().describe('The early price is valid until this time.'),
  tax_included: z
    .boolean()
    .nullable()
    .describe('Whether the amount includes its tax; null for what the tax rate says.'),
  instalments: z
    .array(
      z.object({
        basis_points: z.int().min(1).max(10_000).describe('The share of the amount: 2500 is a quarter.'),
        after_days: z.int().min(0).max(3650).describe('The days from the order until the part is due.'),
      }),
    )
    .max(maxInstalments)
    .nullable()
    .describe('The parts of an instalment plan, 10,000 basis points in all; null for none.'),
  status: oneOf(priceStates).describe('Only an active price can be ordered.'),
  ...stamps,
})
export type Price = z.infer<typeof Price>

/** Maximum prices of an offer. */
const maxPrices = 100

export const refusals = refuse({
  prices_limit_reached: {
    status: 409,
    when: 'the offer has the maximum number of prices',
    message: `An offer has at most ${maxPrices} prices. Delete one that was never ordered, or make another offer.`,
  },
  price_invalid: {
    status: 422,
    when: 'the fields of the price do not fit together',
    message: 'The fields of the price do not fit together. See details.',
  },
  price_sold: {
    status: 409,
    when: 'orders contain the price',
    message:
      'Orders contain this price, so only its name and status can change. Archive it, PATCH {"status": "archived"}, and add another.',
  },
})

export const prices = crud('/v1/offers/{id}/prices', Price, {
  item: 'priceId',
  names: ['a price of an offer', 'prices'],
  bound: atMost(maxPrices, refusals.prices_limit_reached),
  summaries: {
    list: 'List the price variants of an offer',
    create: 'Add a price variant to an offer: another currency, a period, an early price, an instalment plan',
    update: 'Change a price that was never ordered; of an ordered one the name and the status',
    delete: 'Delete a price that was never ordered',
  },
  publishable: true,
  readOnly: ['offer_id'],
  defaults: { name: '', status: 'active' },
  filters: ['currency', 'amount'],
  sorts: ['created_at', 'amount'],
  defaultSort: 'created_at',
  refuses: {
    create: [refusals.price_invalid],
    update: [refusals.price_invalid, refusals.price_sold],
    delete: [refusals.price_sold],
  },
  examples: {
    create: {
      name: 'Monthly',
      amount: 900,
      currency: 'EUR',
      interval: { unit: 'month', count: 1 },
      trial_days: 14,
    },
    update: { amount: 1200 },
  },
})
