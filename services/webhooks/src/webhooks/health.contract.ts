import { timestamp } from '@lms/contract'
import { z } from 'zod'

/** Waiting deliveries of a subscription are counted up to this number. */
export const maxPendingCounted = 1000

const share = (time: string) =>
  z
    .number()
    .nullable()
    .describe(`The share of sends in the last ${time} with a 2xx answer: 0 to 1; null if there were none.`)
export const Health = z.object({
  last_success_at: timestamp().nullable().describe('When a delivery was last received; null for none.'),
  failing_since: timestamp()
    .nullable()
    .describe('The first of the sends since which all have failed; null if the last one succeeded.'),
  pending_count: z
    .int()
    .describe(`Deliveries that still have an attempt to come, counted up to ${maxPendingCounted}.`),
  success_share_hour: share('hour'),
  success_share_day: share('day'),
})
export type Health = z.infer<typeof Health>
