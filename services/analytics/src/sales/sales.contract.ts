import { amount, currency, filter, id, L, resource, text } from '@lms/contract'
import { z } from 'zod'
import { AsOf } from '../figures/as-of-schema.ts'
import { timeSteps } from '../figures/metrics.ts'

export const day = () =>
  text(10)
    .regex(/^\d{4}-\d\d-\d\d$/)
    .meta({ examples: ['2026-11-24'] })

/** Amounts that may be negative: more was returned than received. */
export const balance = (what: string) =>
  z.int().describe(`${what} In the minor unit of the currency; may be negative.`)

export const SalesRow = z.object({
  id: z.string().describe('The first day, the currency, and the offer if figures are divided by offers.'),
  start: day().describe('The first day.'),
  end: day().describe('The day after the last one.'),
  currency: currency(),
  offer_id: id('off')
    .nullable()
    .describe('The offer that the figures are of; null unless `divided` is `offer`.'),
  turnover: amount('Money received in these days, without test payments and without what certificates paid.'),
  payments: z.int().describe('The number of payments of money received in these days.'),
  certificates: amount('What gift certificates paid of orders in these days: no money moved.'),
  free_orders: z.int().describe('The number of orders paid by nothing: free ones, and redeemed gifts.'),
  refunds: amount('Refunds made in these days, whenever the payment was received.'),
  refund_count: z.int().describe('The number of refunds made in these days.'),
  net: balance('Turnover less refunds.'),
  average_check: amount('Turnover for each payment of money; null without one.').nullable(),
  as_of: AsOf,
  drill: z
    .object({
      payments: z.string().describe('The query that lists the payments.'),
      refunds: z.string().describe('The query that lists the refunds.'),
    })
    .describe(
      'The queries of exactly these payments and refunds. Of an order with several offers each has its share of the money.',
    ),
})
export type SalesRow = z.infer<typeof SalesRow>

export const sales = resource({
  list: L('GET /v1/analytics/sales', {
    summary: 'List turnover, payments, refunds and average check by step of time, currency and offer',
    permission: 'analytics:read',
    returns: SalesRow,
    list: {
      bare: true,
      filters: {
        from: filter.from,
        to: filter.to,
        step: filter.state(timeSteps),
        divided: filter.state(['offer']),
        currency: filter.text,
        offer_id: filter.id('off'),
      },
      sorts: [],
    },
  }),
})
