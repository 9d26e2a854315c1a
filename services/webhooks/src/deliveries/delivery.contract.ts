import { event, filter, id, L, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { deliveryLifecycle } from './delivery.lifecycle.ts'

export const Delivery = z.object({
  id: id('dlv'),
  webhook_id: id('whk'),
  event_id: id('evt'),
  event_type: text(100),
  status: oneOf(deliveryLifecycle.states),
  attempt_count: z.int().describe('Automatic attempts made so far, at most seven.'),
  next_attempt_at: timestamp().nullable().describe('When it is tried next; null when it is not tried again.'),
  manual: z.boolean().describe('Made by a manual retry: tried once.'),
  replayed: z.boolean().describe('Made by a replay.'),
  request_id: z.string().describe('X-Request-Id of the call that caused the event.'),
  created_at: timestamp(),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  id: id('dat'),
  number: z
    .int()
    .describe('1 is the first. Two of one number: the first sender was lost before it could log.'),
  response_code: z.int().nullable().describe('null when no status came within 10 seconds.'),
  response_body: z.string().nullable().describe('The first 4 KB.'),
  duration_ms: z.int(),
  error: z
    .string()
    .nullable()
    .describe(
      'Why it failed: dns, connect, tls_expired, tls_untrusted, tls, blocked_address, timeout_connect, timeout_headers, closed, protocol, http_status.',
    ),
  created_at: timestamp(),
})
export type Attempt = z.infer<typeof Attempt>

export const webhookFailed = event('system.webhook_failed', {
  when: 'a delivery failed for the last time; it is never sent to the address that failed',
  object: Delivery,
  related: ['webhook_id', 'event_id'],
})

export const deliveries = resource({
  list: L('GET /v1/webhooks/deliveries', {
    summary: 'List deliveries; expand=attempts brings what the receiver answered',
    permission: 'webhooks:read',
    returns: Delivery,
    list: {
      filters: {
        status: filter.state(deliveryLifecycle.states),
        /** Masks are taken too. */
        event_type: filter.text,
        event_id: filter.id('evt'),
        webhook_id: filter.id('whk'),
        request_id: filter.text,
        manual: filter.boolean,
        replayed: filter.boolean,
        created_at: filter.time,
        next_attempt_at: filter.time,
      },
      sorts: ['created_at'],
      expands: { attempts: { key: 'id', permission: 'webhooks:read' } },
    },
  }),
})
