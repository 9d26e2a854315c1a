// Replays: deliveries of events that are in the journal already, to the subscriptions as they are now.
import { id, moment, oneOf, refuse, text } from '@lms/contract'
import { z } from 'zod'

/** Events of one replay, and replays of one school that are not done, at most. */
export const mostReplayed = 1_000_000
export const mostOpen = 10

export const EventReplayed = z.object({
  event_id: id('evt'),
  deliveries: z.int().describe('How many subscriptions take it now.'),
  delivery_ids: z.array(id('dlv')),
})

const Range = z
  .strictObject({ gte: moment().optional(), lt: moment().optional() })
  .refine(({ gte, lt }) => gte !== undefined || lt !== undefined, 'give gte, lt or both')

export const ReplayOrder = z
  .strictObject({
    created_at: Range.optional().describe('Of the events.'),
    types: z
      .array(text(100, 1))
      .min(1)
      .max(100)
      .optional()
      .describe('Event names, groups (`order.*`), or `*`.'),
    webhook_id: id('whk').optional().describe('Only to this subscription.'),
    dry_run: z.boolean().default(false).describe('Counts, and makes nothing.'),
    cancel: id('job')
      .optional()
      .describe('Given alone: ends this replay. The deliveries that it has made stay.'),
  })
  .refine(({ created_at, types, cancel }) => (created_at ?? types ?? cancel) !== undefined, {
    message: 'give created_at, types or both',
  })
  .refine(
    ({ cancel, created_at, types, webhook_id, dry_run }) =>
      cancel === undefined || (!dry_run && (created_at ?? types ?? webhook_id) === undefined),
    { path: ['cancel'], message: 'stands alone' },
  )
export type ReplayOrder = z.infer<typeof ReplayOrder>

export const Replay = z.object({
  id: id('job').nullable().describe('null of a dry run.'),
  status: oneOf(['queued', 'canceled'])
    .nullable()
    .describe(
      'How far it is, and whether it has failed, GET /v1/queues shows under webhooks.replay-events; its deliveries are in the list of deliveries under replayed=true as they are made.',
    ),
  dry_run: z.boolean(),
  events: z.int().describe('How many events of the journal are meant.'),
  deliveries: z
    .int()
    .describe(
      'How many deliveries they come to with the subscriptions of this moment; fewer where filters let some events not through.',
    ),
})
export type Replay = z.infer<typeof Replay>

export const refusals = refuse({
  replay_over: {
    status: 409,
    when: 'no replay of this id is under way',
    message: 'No replay of this id is under way. It is done, has failed, or never was; see GET /v1/queues.',
  },
  empty_range: {
    status: 422,
    when: 'created_at ends before it begins',
    message: 'created_at.gte must be before created_at.lt.',
  },
  replay_too_large: {
    status: 422,
    when: `more than ${mostReplayed} events are meant`,
    message: `A replay takes at most ${mostReplayed} events. Narrow the range or the types.`,
  },
  too_many_replays: {
    status: 409,
    when: `${mostOpen} replays of the school are not done yet`,
    message: 'Too many replays are under way. Order this one when one of them is done.',
  },
})
