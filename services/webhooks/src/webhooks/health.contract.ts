import { timestamp } from '@lms/contract'
import { z } from 'zod'

/** What waits for a subscription is counted so far. */
export const mostPendingCounted = 1000

const share = (time: string) =>
  z
    .number()
    .nullable()
    .describe(`Of the sends of the last ${time}, those that were answered 2xx: 0 to 1; null without any.`)
export const Health = z.object({
  last_success_at: timestamp().nullable(),
  failing_since: timestamp()
    .nullable()
    .describe('The first of the sends that have all failed since; null where the last one succeeded.'),
  pending_count: z
    .int()
    .describe(`Deliveries that have an attempt before them, counted up to ${mostPendingCounted}.`),
  success_share_hour: share('hour'),
  success_share_day: share('day'),
})
export type Health = z.infer<typeof Health>
