import { A, C, filter, G, id, L, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { refusals as deliveryRefusals } from '../deliveries/delivery.contract.ts'
import { EventReplayed, Replay, ReplayOrder, refusals } from '../replays/replay.contract.ts'
import { refusals as webhookRefusals } from '../webhooks/webhook.refusals.ts'
import { masks } from './event.masks.ts'

/** The envelope for receivers and for readers of the journal. */
export const EventEnvelope = z.object({
  id: id('evt').describe('The key for deduplication: the same for every delivery and attempt.'),
  type: text(100)
    .describe('`<group>.<name>`')
    .meta({ examples: ['order.paid'] }),
  created_at: timestamp(),
  api_version: z.literal('v1'),
  sequence: z
    .int()
    .describe(
      'Rises within the school in the order of the journal; unique. A subscription sees gaps if it does not take every event.',
    ),
  replayed: z.boolean().describe('True in deliveries of a replay; always false in the journal.'),
  data: z.object({
    object: z.record(z.string(), z.unknown()).describe('The object as its GET would answer without expand.'),
    previous: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The changed fields, with their values before.'),
  }),
  related: z
    .record(z.string(), z.string())
    .describe('Ids of related objects: user_id, payment_id, actor_id, cause_id …'),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>

export const events = resource({
  list: L('GET /v1/events', {
    summary: 'Read the journal; as a feed without gaps, ask with sequence[gt]= the last sequence you have',
    permission: 'events:read',
    returns: EventEnvelope,
    list: {
      filters: {
        type: filter.state(masks),
        sequence: filter.integer,
        user_id: filter.id('usr'),
        object_id: filter.text,
        request_id: filter.text,
      },
      sorts: ['created_at', 'sequence'],
      feed: 'sequence',
    },
  }),
  get: G('GET /v1/events/{id}', {
    summary: 'Get an event of the journal',
    permission: 'events:read',
    path: { id: id('evt') },
    returns: EventEnvelope,
  }),
  replay: A('POST /v1/events/{id}/replay', {
    summary: 'Send an event again to the subscriptions that take it now, marked as replayed',
    permission: 'webhooks:write',
    path: { id: id('evt') },
    bound: 'delivery',
    returns: EventReplayed,
    refuses: [deliveryRefusals.too_many_waiting],
  }),
  replayMany: C('POST /v1/events/replay', {
    summary:
      'Send the events of a period, of some types, or both again, as a job; dry_run counts them, cancel ends a replay',
    permission: 'webhooks:write',
    body: ReplayOrder,
    example: { types: ['order.*'], dry_run: true },
    bound: 'task',
    returns: Replay,
    refuses: [
      webhookRefusals.unknown_event,
      deliveryRefusals.webhook_inactive,
      refusals.empty_range,
      refusals.replay_too_large,
      refusals.too_many_replays,
      refusals.replay_over,
    ],
  }),
})
