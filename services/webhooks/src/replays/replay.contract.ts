// Replays: deliveries of events of the journal to the present subscriptions.
import { id, moment, oneOf, refuse, text } from '@lms/contract'
import { z } from 'zod'

/** Maximum events of one replay, and maximum running replays of one school. */
export const maxReplayed = 1_000_000
export const maxOpen = 10

export const EventReplayed = z.object({
  event_id: id('evt'),
  deliveries: z.int().describe('Number of subscriptions that take it now.'),
  delivery_ids: z.array(id('dlv')),
})

const Range = z
  .strictObject({
    gte: moment().optional().describe('Only events at or after this time.'),
    lt: moment().optional().describe('Only events before this time.'),
  })
  .refine(({ gte, lt }) => gte !== undefined || lt !== undefined, 'give gte, lt or both')

export const ReplayOrder = z
  .strictObject({
    created_at: Range.optional().describe('The time of the events.'),
    types: z
      .array(text(100, 1))
      .min(1)
      .max(100)
      .optional()
      .describe('Event types, groups (`order.*`), or `*`.'),
    webhook_id: id('whk').optional().describe('The only subscription to send to; absent for all that match.'),
    dry_run: z.boolean().default(false).describe('Counts the events and sends nothing.'),
    cancel: id('job')
      .optional()
      .describe('Ends this replay; takes no other field. Existing deliveries stay.'),
  })
  .refine(({ created_at, types, cancel }) => (created_at ?? types ?? cancel) !== undefined, {
    message: 'give created_at, types or both',
  })
  .refine(
    ({ cancel, created_at, types, webhook_id, dry_run }) =>
      cancel === undefined || (!dry_run && (created_at ?? types ?? webhook_id) === undefined),
    { path: ['cancel'], message: 'takes no other field' },
  )
export type ReplayOrder = z.infer<typeof ReplayOrder>

export const Replay = z.object({
  id: id('job').nullable().describe('The id of the replay; null for a dry run.'),
  status: oneOf(['queued', 'canceled'])
    .nullable()
    .describe(
      'GET /v1/queues shows its progress and failure under webhooks.replay-events. The list of deliveries shows its deliveries with replayed=true as they are created.',
    ),
  dry_run: z.boolean().describe('Whether events were only counted.'),
  events: z.int().describe('Number of events in the journal that match.'),
  deliveries: z
    .int()
    .describe('Number of deliveries to the present subscriptions; fewer if filters exclude events.'),
})
export type Replay = z.infer<typeof Replay>

export const refusals = refuse({
  replay_over: {
    status: 409,
    when: 'no replay with this id is in progress',
    message:
      'No replay with this id is in progress. It is done, has failed, or never existed; see GET /v1/queues.',
  },
  empty_range: {
    status: 422,
    when: 'created_at ends before it begins',
    message: 'created_at.gte must be before created_at.lt.',
  },
  replay_too_large: {
    status: 422,
    when: `more than ${maxReplayed} events match`,
    message: `A replay has at most ${maxReplayed} events. Narrow the period or the types.`,
  },
  too_many_replays: {
    status: 409,
    when: `${maxOpen} replays of the school are in progress`,
    message: 'Too many replays are in progress. Repeat the request when one of them is done.',
  },
})
