import { amount, currency, id, oneOf, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'

export const priceStates = ['active', 'archived'] as const

/** A period that is charged again and again. */
export const Interval = z
  .object({ unit: oneOf(['day', 'month', 'year']), count: z.int32().min(1).max(3650) })
  .describe('The period: 1 month, 1 year, 30 days.')
export type Interval = z.infer<typeof Interval>

/** Maximum parts of an instalment plan. */
export const mostInstalments = 24

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
    .max(mostInstalments)
    .nullable()
    .describe('The parts of an instalment plan, 10,000 basis points in all; null for none.'),
  status: oneOf(priceStates).describe('Only an active price can be ordered.'),
  ...stamps,
})
export type Price = z.infer<typeof Price>
