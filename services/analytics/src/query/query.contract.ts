import { C, dayOrMoment, oneOf, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { type FactDimension, factDimensions } from '../facts/fact.ts'
import { AsOf } from '../figures/as-of-schema.ts'
import { maxDays, metricNames, metricTable, timeSteps } from '../figures/metrics.ts'
import { day } from '../sales/sales.contract.ts'

/** Rows of facts and sums of days that one query reads at most. */
export const maxRead = 200_000
/** Rows of an answer. */
export const maxRows = 1000

const dimensionNames = [...timeSteps, ...factDimensions] as const
const dimension = () => oneOf(dimensionNames as never as [string, ...string[]])

export const refusals = refuse({
  metric_not_divided: {
    status: 422,
    when: 'a metric cannot be divided or filtered by one of the dimensions',
    message:
      'A metric cannot be divided or filtered by one of these dimensions. See details, and the description.',
  },
  period_invalid: {
    status: 422,
    when: 'the period is empty or too long',
    message: `A period has 1 to ${maxDays} days: \`from\` is its beginning, \`to\` its end.`,
  },
  compare_invalid: {
    status: 422,
    when: 'figures by day, week or month are to be compared with another period',
    message:
      'Periods are compared as a whole. Leave day, week and month out of the dimensions, or compare out.',
  },
  order_invalid: {
    status: 422,
    when: 'the rows are to be ordered by what the query does not ask for',
    message: 'The rows can be ordered by a metric or a dimension of the query. See details.',
  },
  query_too_large: {
    status: 422,
    when: 'the query would read too much',
    message: 'The query would read too much. See details for a period that fits, or use fewer dimensions.',
  },
  query_running: {
    status: 409,
    when: 'too many queries of the school wait for their turn',
    message: 'Too many queries of this school wait for their turn. Repeat this one in a moment.',
  },
})

const filterNames = dimensionNames.filter(name => !(timeSteps as readonly string[]).includes(name))
const values = () =>
  z.array(text(200)).min(1).max(100).optional().describe('One of these; what nothing has matches nothing.')
type Filters = Record<FactDimension, ReturnType<typeof values>>

const Answered = z.object({
  data: z
    .array(
      z.object({
        dimensions: z
          .record(z.string(), z.string())
          .describe(
            'The values of the dimensions; a day for a time. `source`, `medium` and `campaign` are those of the first visit of the person, `cohort` the month of their first payment: 2026-10.',
          ),
        values: z
          .record(z.string(), z.int().nullable())
          .describe('By metric. Null for one that the row cannot have: people have no currency.'),
        compared: z
          .record(z.string(), z.int().nullable())
          .nullable()
          .describe('The same of the compared period; null without one.'),
        drill: z
          .record(z.string(), z.string())
          .describe(
            'By the figures that a metric is made of: the list query of exactly these objects, where a list has them.',
          ),
      }),
    )
    .max(maxRows)
    .describe('A row for each combination of dimensions.'),
  period: z
    .object({ from: day().describe('The first day.'), to: day().describe('The day after the last one.') })
    .describe('Whole days; `to` is the day after the last one.'),
  compared_period: z
    .object({ from: day().describe('The first day.'), to: day().describe('The day after the last one.') })
    .nullable()
    .describe('The period to compare with; null without one.'),
  more: z.boolean().describe('Whether there are more rows than `limit`.'),
  as_of: AsOf,
})

export const queries = resource({
  query: C('POST /v1/analytics/query', {
    summary: 'Query metrics by dimensions',
    permission: 'analytics:read',
    readOnly: true,
    body: z.strictObject({
      metrics: z
        .array(oneOf(metricNames))
        .min(1)
        .max(10)
        .describe(
          `By what each can be divided: ${metricTable}. Money is always divided by currency; what has none is then in a row without one.`,
        ),
      dimensions: z
        .array(dimension())
        .max(4)
        .default([])
        .describe('What the metrics are divided by; none for one row.'),
      filters: z
        .strictObject(Object.fromEntries(filterNames.map(name => [name, values()])) as Filters)
        .default({})
        .describe('Only what has these values; several filters must all hold.'),
      period: z
        .strictObject({
          from: dayOrMoment().optional().describe('The first day, or a time in it.'),
          to: dayOrMoment()
            .optional()
            .describe('The day after the last one, as answers tell it, or a time in the last one.'),
        })
        .default({})
        .describe('Whole days of the school that have something of it. Default: the last 30 days.'),
      compare: oneOf(['previous_period', 'previous_year'])
        .nullable()
        .default(null)
        .describe('The period whose values stand beside those of `period`; null for none.'),
      order: z
        .strictObject({
          by: text(40, 1).describe('The metric or dimension to sort by.'),
          descending: z.boolean().default(true).describe('Whether the largest values come first.'),
        })
        .nullable()
        .default(null)
        .describe('A metric or a dimension of the query. Default: by the dimensions.'),
      limit: z.int().min(1).max(maxRows).default(100).describe('The maximum number of rows.'),
    }),
    example: { metrics: ['turnover', 'average_check'], dimensions: ['month'] },
    returns: Answered,
    refuses: Object.values(refusals),
    bound: null,
  }),
})
export type Answered = z.infer<typeof Answered>
