import { filter, id, L, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { AsOf } from '../figures/as-of-schema.ts'

/** Maximum segments of a funnel, and days of its window. */
export const maxSteps = 10
export const maxWindowDays = 365

export const FunnelRow = z.object({
  id: z.string().describe('The place in the funnel, from 1.'),
  step: z.int().describe('The place of the segment in the funnel, from 1.'),
  segment_id: id('seg'),
  people: z
    .int()
    .describe(
      'Of the first segment, who entered it for the first time in the period; of a later one, who entered it after the one before.',
    ),
  percent_of_first: z
    .int()
    .nullable()
    .describe('The share of the first segment in percent; null if nobody was in it.'),
  percent_of_previous: z
    .int()
    .nullable()
    .describe('The share of the segment before in percent; null if nobody was in it.'),
  median_hours: z.int().nullable().describe('Half of them came from the segment before within these hours.'),
  known_since: timestamp().nullable().describe('The oldest entry or exit that is known; null for none.'),
  as_of: AsOf,
  drill: z
    .array(z.string())
    .nullable()
    .describe('Queries of exactly these people; null if there are more than 500: narrow the period.'),
})
export type FunnelRow = z.infer<typeof FunnelRow>

export const funnel = resource({
  list: L('GET /v1/analytics/funnel', {
    summary:
      'List how many people came from one segment to the next, in the order of `segment_ids`; by default the oldest ten segments',
    permission: 'analytics:read',
    returns: FunnelRow,
    list: {
      bare: true,
      filters: {
        segment_ids: filter.id('seg'),
        from: filter.from,
        to: filter.to,
        window_days: filter.integer,
      },
      sorts: [],
    },
  }),
})
