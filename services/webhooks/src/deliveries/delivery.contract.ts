import { C, filter, id, L, moment, oneOf, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { masks } from '../events/event-masks.ts'
import { deliveryLifecycle } from './delivery.lifecycle.ts'

export const Delivery = z.object({
  id: id('dlv'),
  webhook_id: id('whk').describe('The webhook that gets the event.'),
  event_id: id('evt'),
  event_type: text(100)
    .meta({ examples: ['order.paid'] })
    .describe('The type of the event.'),
  status: oneOf(deliveryLifecycle.states).describe(
    '`waiting_retry` is tried again by itself; `failed` only by `POST /v1/webhooks/deliveries`.',
  ),
  attempt_count: z.int().describe('Number of attempts: at most seven, or one for a manual delivery.'),
  next_attempt_at: timestamp()
    .nullable()
    .describe(
      'When the next attempt is due; null if there is none, and while the delivery waits for an earlier one of its object.',
    ),
  manual: z.boolean().describe('Whether a manual retry made it. It has only one attempt.'),
  replayed: z.boolean().describe('Whether a replay made it.'),
  request_id: text(128)
    .describe('X-Request-Id of the call that caused the event.')
    .meta({ examples: ['0af7651916cd43dd8448eb211c80319c'] }),
  created_at: timestamp(),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  id: id('dat'),
  number: z
    .int()
    .describe(
      '1 is the first. Two attempts have the same number if the first sender crashed before it could log.',
    ),
  response_code: z.int().nullable().describe('null if no status arrived within 10 seconds.'),
  response_body: z.string().nullable().describe('The first 4 KB.'),
  duration_ms: z.int().describe('How long the receiver took to answer, in milliseconds.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why it failed: dns, connect, tls_expired, tls_untrusted, tls, blocked_address, proxy_refused, timeout_connect, timeout_headers, closed, protocol, http_status.',
    ),
  error_detail: z
    .string()
    .nullable()
    .describe('The exact cause, if known: ECONNREFUSED and the address, ENOTFOUND, CERT_HAS_EXPIRED.'),
  created_at: timestamp(),
})
export type Attempt = z.infer<typeof Attempt>

/** Maximum ids in one retry, and maximum deliveries that it creates. */
export const maxDeliveryIds = 1000
export const maxRetried = 10_000

const Retry = z
  .strictObject({
    delivery_ids: z
      .array(id('dlv'))
      .min(1)
      .max(maxDeliveryIds)
      .optional()
      .describe('Deliveries in any state; each gets one retry.'),
    webhook_id: id('whk')
      .optional()
      .describe(
        'With failed_since: all events that failed for this subscription and have not arrived otherwise.',
      ),
    failed_since: moment().optional().describe('Only deliveries that failed at or after this time.'),
  })
  .refine(
    ({ delivery_ids, webhook_id, failed_since }) =>
      delivery_ids
        ? webhook_id === undefined && failed_since === undefined
        : webhook_id !== undefined && failed_since !== undefined,
    'give either delivery_ids or webhook_id with failed_since',
  )
export type Retry = z.infer<typeof Retry>

export const Retried = z.object({
  count: z.int().describe('Number of deliveries created.'),
  data: z
    .array(
      z.object({ id: id('dlv'), retry_of: id('dlv').describe('The failed delivery that is sent again.') }),
    )
    .describe('The new deliveries.'),
  skipped: z
    .array(
      z.object({
        id: id('dlv'),
        reason: oneOf(['webhook_deleted', 'webhook_inactive', 'event_gone', 'event_not_sent']).describe(
          'Why the delivery is not sent again.',
        ),
      }),
    )
    .describe(
      'Deliveries that cannot be retried now. event_not_sent: the subscription no longer takes the event (by its events or its filter), or the last caller who set its url or events may not read it.',
    ),
  more: z
    .boolean()
    .describe(
      `There are further failed deliveries: one call retries at most ${maxRetried}, the earliest failures first. Repeat the request with next_failed_since when these have arrived.`,
    ),
  next_failed_since: timestamp()
    .nullable()
    .describe(
      'The failed_since of the next request, which continues after these; null if there are no more.',
    ),
})
export type Retried = z.infer<typeof Retried>

/** Maximum waiting deliveries of one school; beyond it retries and replays create no more. */
export const maxWaiting = 100_000

export const refusals = refuse({
  too_many_waiting: {
    status: 409,
    when: `${maxWaiting} deliveries of the school are waiting`,
    message: `${maxWaiting} deliveries of this school are waiting. Repeat the request when some of them have arrived.`,
  },
  webhook_inactive: {
    status: 409,
    when: 'the subscription is inactive',
    message: 'The subscription is inactive. Activate it with active: true first.',
  },
})

export const deliveries = resource({
  list: L('GET /v1/webhooks/deliveries', {
    summary: 'List deliveries; expand=attempts adds the answers of the receiver',
    permission: 'webhooks:read',
    returns: Delivery,
    list: {
      filters: {
        event_type: filter.state(masks),
        request_id: filter.text,
      },
      sorts: ['created_at'],
      expands: { attempts: { key: 'id', permission: 'webhooks:read', returns: z.array(Attempt) } },
    },
  }),
  retry: C('POST /v1/webhooks/deliveries', {
    summary:
      'Retry deliveries manually: each retry is a new delivery with one attempt; automatic retries continue',
    permission: 'webhooks:write',
    body: Retry,
    example: { delivery_ids: ['dlv_01h455vb4pex5vsknk084sn02q'] },
    bound: 'delivery',
    returns: Retried,
    refuses: [refusals.webhook_inactive, refusals.too_many_waiting],
  }),
})
