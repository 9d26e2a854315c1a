import { C, filter, id, L, moment, oneOf, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { masks } from '../events/event.masks.ts'
import { deliveryLifecycle } from './delivery.lifecycle.ts'

export const Delivery = z.object({
  id: id('dlv'),
  webhook_id: id('whk'),
  event_id: id('evt'),
  event_type: text(100).meta({ examples: ['order.paid'] }),
  status: oneOf(deliveryLifecycle.states),
  attempt_count: z.int().describe('Attempts made so far: at most seven, of a manual one at most one.'),
  next_attempt_at: timestamp()
    .nullable()
    .describe(
      'When it is tried next; null when it is not tried again, and while it waits for an earlier one of its object.',
    ),
  manual: z.boolean().describe('Made by a manual retry: tried once.'),
  replayed: z.boolean().describe('Made by a replay.'),
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
  error_detail: z
    .string()
    .nullable()
    .describe(
      'Its cause, where there is a nearer one: ECONNREFUSED and the address, ENOTFOUND, CERT_HAS_EXPIRED.',
    ),
  created_at: timestamp(),
})
export type Attempt = z.infer<typeof Attempt>

/** Ids that one retry names at most, and deliveries that it makes at most. */
export const mostNamed = 1000
export const mostRetried = 10_000

const Retry = z
  .strictObject({
    delivery_ids: z
      .array(id('dlv'))
      .min(1)
      .max(mostNamed)
      .optional()
      .describe('Deliveries in whatever state; each is made anew once.'),
    webhook_id: id('whk')
      .optional()
      .describe('With failed_since: every event that failed there and has not arrived otherwise.'),
    failed_since: moment().optional(),
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
  count: z.int().describe('How many deliveries were made.'),
  data: z.array(z.object({ id: id('dlv'), retry_of: id('dlv') })),
  skipped: z
    .array(
      z.object({
        id: id('dlv'),
        reason: oneOf(['webhook_deleted', 'webhook_inactive', 'event_gone', 'event_not_sent']),
      }),
    )
    .describe(
      'Deliveries that cannot go out again now. event_not_sent: the subscription does not take such events any more, or whoever last gave its url or events may not read them.',
    ),
  more: z
    .boolean()
    .describe(`There were more than ${mostRetried} failed ones: ask again when these have arrived.`),
})
export type Retried = z.infer<typeof Retried>

/** Deliveries of one school that wait, beyond which retries and replays make no more. */
export const mostWaiting = 100_000

export const refusals = refuse({
  too_many_waiting: {
    status: 409,
    when: `${mostWaiting} deliveries of the school wait already`,
    message: `${mostWaiting} deliveries of this school wait already. Ask again when their receivers have taken some.`,
  },
  webhook_inactive: {
    status: 409,
    when: 'the subscription named is switched off',
    message: 'The subscription is switched off. Switch it on with active: true first.',
  },
})

export const deliveries = resource({
  list: L('GET /v1/webhooks/deliveries', {
    summary: 'List deliveries; expand=attempts brings what the receiver answered',
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
      'Retry deliveries by hand: each gets a record of its own with one attempt; automatic retries go on as they were',
    permission: 'webhooks:write',
    body: Retry,
    example: { delivery_ids: ['dlv_01h455vb4pex5vsknk084sn02q'] },
    bound: 'delivery',
    returns: Retried,
    refuses: [refusals.webhook_inactive, refusals.too_many_waiting],
  }),
})
