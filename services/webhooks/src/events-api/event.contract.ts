import { A, C, filter, G, id, L, resource } from '@lms/contract'
import { refusals as deliveryRefusals } from '../deliveries/delivery.contract.ts'
import { EventEnvelope } from '../events/event.object.ts'
import { masks } from '../events/event-masks.ts'
import { EventReplayed, Replay, ReplayOrder, refusals } from '../replays/replay.contract.ts'
import { refusals as webhookRefusals } from '../webhooks/webhook-refusals.ts'

export const events = resource({
  list: L('GET /v1/events', {
    summary:
      'List the events of the journal; for a feed without gaps, pass the last sequence you have as sequence[gt]',
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
    summary: 'Replay an event to the subscriptions that currently match it',
    permission: 'webhooks:write',
    path: { id: id('evt') },
    bound: 'delivery',
    returns: EventReplayed,
    refuses: [deliveryRefusals.too_many_waiting],
  }),
  replayMany: C('POST /v1/events/replay', {
    summary:
      'Replay the events of a period, of some types, or both, as a job; dry_run counts them, cancel ends a replay',
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
