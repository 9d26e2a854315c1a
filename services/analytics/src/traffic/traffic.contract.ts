import { amount, currency, filter, L, oneOf, resource } from '@lms/contract'
import { z } from 'zod'
import { AsOf } from '../figures/as-of-schema.ts'
import { balance } from '../sales/sales.contract.ts'

export const touches = ['first', 'last'] as const

const drills = z
  .array(z.string())
  .nullable()
  .describe(
    'Queries of exactly these objects; null if there are more than 500 of them, or more than 20,000 in the period: narrow it.',
  )

export const TrafficRow = z.object({
  id: z.string().describe('Source, medium and campaign.'),
  source: z.string().describe('`utm_source`; empty without it, and for people of whom no visit is known.'),
  medium: z.string().describe('`utm_medium`; empty without it.'),
  campaign: z.string().describe('`utm_campaign`; empty without it.'),
  touch: oneOf(touches).describe(
    'Which visit of a person counts: the first one, or the last one up to a payment.',
  ),
  people: z.int().describe('People whose first visit was in the period, or their last one.'),
  orders: z.int().describe('Orders of this visit that were paid in full in the period.'),
  money: z
    .array(
      z.object({
        currency: currency(),
        turnover: amount('What people paid in the period whose visit this was.'),
        refunds: amount('What was returned of such payments in the period.'),
        net: balance('Turnover less refunds.'),
        cost: amount('From the settings: the share of `analytics.costs` in the period.'),
        payback_percent: z
          .int()
          .nullable()
          .describe('Net turnover for each 100 of cost; null without costs.'),
      }),
    )
    .max(200)
    .describe('The money of these people, a row for each currency.'),
  as_of: AsOf,
  drill: z
    .object({ people: drills, payments: drills, refunds: drills, orders: drills })
    .describe('The queries of what each figure counts.'),
})
export type TrafficRow = z.infer<typeof TrafficRow>

export const traffic = resource({
  list: L('GET /v1/analytics/traffic', {
    summary: 'List where people came from, what they bought, and the payback of each channel',
    permission: 'analytics:read',
    returns: TrafficRow,
    list: {
      bare: true,
      filters: {
        from: filter.from,
        to: filter.to,
        touch: filter.state(touches),
        source: filter.text,
        medium: filter.text,
        campaign: filter.text,
      },
      sorts: [],
    },
  }),
})
