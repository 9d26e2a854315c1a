import { A, C, deleted, filter, G, id, L, M, moment, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Credential, Headers } from './own-headers.ts'

/** Subscriptions of one school at most. */
export const mostWebhooks = 200

const url = () => text(2048, 1).describe('https address that takes the POSTs.')
const masks = () =>
  z.array(text(100, 1)).min(1).max(100).describe('Event names, groups (`order.*`), or `*` for everything.')
const description = () => text(500)
const secret = () =>
  text(256, 16)
    .refine(
      isDecodable,
      'a secret that begins with whsec_ goes on with base64 of 16 to 64 bytes, and nothing else',
    )
    .describe(
      'Its UTF-8 bytes are the key of the signatures; of one that is whsec_ and base64, the bytes decoded.',
    )

const isDecodable = (given: string) => {
  if (!given.startsWith('whsec_')) return true
  const coded = given.slice('whsec_'.length)
  const bytes = Buffer.from(coded, 'base64')
  return bytes.length >= 16 && bytes.length <= 64 && bytes.toString('base64') === coded
}

/** How long two secrets sign side by side, in seconds. */
export const usualOverlap = 24 * 3600
export const longestOverlap = 7 * usualOverlap

/** What waits for a subscription is counted so far. */
export const mostPendingCounted = 1000

const share = (time: string) =>
  z
    .number()
    .nullable()
    .describe(`Of the sends of the last ${time}, those that were answered 2xx: 0 to 1; null without any.`)
const Health = z.object({
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

const maxParallel = () =>
  z
    .int()
    .min(1)
    .max(100)
    .describe('Sends at a time at most; where it is null, or larger, as many as the platform allows: 8.')
const maxPerSecond = () =>
  z
    .int()
    .min(1)
    .max(10_000)
    .describe('Sends in a second at most; what is more waits its turn. null: as fast as it answers.')

const headers = () =>
  Headers.describe(
    'Sent with each delivery, encrypted at rest and never shown again. Another origin in url drops those of before.',
  )
const credential = () =>
  Credential.describe(
    'Sent as Authorization, encrypted at rest and never shown again. Another origin in url drops it.',
  )

export const Webhook = z.object({
  id: id('whk'),
  url: text(2048).meta({ examples: ['https://crm.example/hook'] }),
  events: z.array(z.string().meta({ examples: ['order.*'] })),
  active: z
    .boolean()
    .describe('While false nothing is sent: new events pass it by, what waits goes on waiting.'),
  description: description().nullable(),
  header_names: z
    .array(z.string())
    .describe(
      'Names of the headers that are sent besides; Authorization where a credential is given. Their values are not shown.',
    ),
  max_parallel: maxParallel().nullable(),
  max_per_second: maxPerSecond().nullable(),
  health: Health,
  rotation_ends_at: timestamp()
    .nullable()
    .describe(
      'While the secret is rotated: when the new one takes the place of the old one. Otherwise null.',
    ),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Webhook = z.infer<typeof Webhook>

export const NewWebhook = Webhook.extend({
  secret: z
    .string()
    .describe('The key of X-LMS-Signature. Shown this once.')
    .meta({ examples: ['lms_webhook_3f9a…'] }),
})

const RotateSecret = z
  .strictObject({
    secret: secret().optional().describe('One is made where none is given.'),
    overlap_seconds: z
      .int()
      .min(0)
      .max(longestOverlap)
      .optional()
      .describe('How long the old one goes on signing; 0 replaces it at once. A day where neither is given.'),
    expires_at: moment().optional().describe('In place of overlap_seconds: when the old one ends.'),
  })
  .refine(({ overlap_seconds, expires_at }) => overlap_seconds === undefined || expires_at === undefined, {
    message: 'give overlap_seconds or expires_at, not both',
    path: ['expires_at'],
  })

/** What a change does with the secret. */
export const SecretChange = z.strictObject({
  rotate_secret: RotateSecret.optional().describe(
    'Begins a rotation. Until it ends X-LMS-Signature stays with the old secret, and X-LMS-Signature-Next is by the new one.',
  ),
  complete_rotation: z
    .literal(true)
    .optional()
    .describe('The new secret takes the place of the old one now.'),
  cancel_rotation: z.literal(true).optional().describe('The new secret is dropped, the old one stays.'),
})
export type SecretChange = z.infer<typeof SecretChange>

const atMostOne = (given: SecretChange) =>
  [given.rotate_secret, given.complete_rotation, given.cancel_rotation].filter(value => value !== undefined)
    .length <= 1

export const ChangedWebhook = Webhook.extend({
  secret: z.string().optional().describe('The new secret where a rotation began. Shown this once.'),
})

export const TestResult = z.object({
  ok: z.boolean().describe('A 2xx came within 10 seconds.'),
  response_code: z.int().nullable(),
  response_body: z.string().nullable().describe('The first 4 KB.'),
  duration_ms: z.int(),
  error: z.string().nullable().describe('As of an attempt: dns, connect, timeout_headers, http_status …'),
  error_detail: z.string().nullable().describe('As of an attempt: ECONNREFUSED and the address, ENOTFOUND …'),
  event: z
    .object({ id: id('evt'), type: z.string().meta({ examples: ['order.paid'] }) })
    .describe('What was sent.'),
  example: z.boolean().describe('Made up, because the journal has no recent event of the type.'),
  request_headers: z
    .record(z.string(), z.string())
    .describe('Signatures and all, as they were sent; values of own headers are hidden.'),
})
export type TestResult = z.infer<typeof TestResult>

export const refusals = refuse({
  webhook_url_refused: {
    status: 422,
    when: 'the address may not be delivered to, or its name does not exist',
    message: 'Deliveries cannot go to this url. See details, and give a public https address.',
  },
  unknown_event: {
    status: 422,
    when: 'events names an event or group that there is not',
    message: 'events names what there is not. See details, and /docs for the catalogue of events.',
  },
  events_unreadable: {
    status: 403,
    when: 'events names what the credential may not read, or a subscription to such is given other events or another url',
    message:
      'A subscription sends only what whoever makes or changes it may read. See details for the rights missing.',
  },
  too_many_webhooks: {
    status: 422,
    when: `the school has ${mostWebhooks} subscriptions`,
    message: `A school has at most ${mostWebhooks} subscriptions. Delete one that is not needed.`,
  },
  rotation_under_way: {
    status: 409,
    when: 'the secret is being rotated already',
    message: 'A rotation is under way. Complete or cancel it first.',
  },
  no_rotation: {
    status: 409,
    when: 'no rotation is under way that could be completed or canceled',
    message: 'No rotation is under way: begin one with rotate_secret.',
  },
  rotation_end_refused: {
    status: 422,
    when: 'expires_at is past or more than seven days ahead',
    message: 'Give an expires_at within the next seven days.',
  },
  secret_unreadable: {
    status: 409,
    when: 'the keys of the installation do not open the secret any more',
    message:
      'The secret cannot be read on our side any more. Give a new one with rotate_secret, overlap_seconds 0.',
  },
  type_not_taken: {
    status: 422,
    when: 'the subscription does not take events of the type',
    message: 'The subscription does not take this type. Name one that its events take, or none.',
  },
})

export const webhooks = resource({
  list: L('GET /v1/webhooks', {
    summary: 'List event subscriptions',
    permission: 'webhooks:read',
    returns: Webhook,
    list: {
      filters: { url: filter.text },
      sorts: ['created_at'],
    },
  }),
  create: C('POST /v1/webhooks', {
    summary: 'Subscribe to events; the answer is the only one that shows the secret',
    permission: 'webhooks:write',
    body: z.strictObject({
      url: url(),
      events: masks(),
      secret: secret().optional().describe('One is made where none is given.'),
      active: z.boolean().default(true),
      description: description().nullish(),
      headers: headers().nullish(),
      credential: credential().nullish(),
      max_parallel: maxParallel().nullish(),
      max_per_second: maxPerSecond().nullish(),
    }),
    example: { url: 'https://crm.example/hook', events: ['order.*'] },
    returns: NewWebhook,
    refuses: [
      refusals.webhook_url_refused,
      refusals.unknown_event,
      refusals.events_unreadable,
      refusals.too_many_webhooks,
    ],
    secretAnswer: true,
  }),
  get: G('GET /v1/webhooks/{id}', {
    summary: 'Get a subscription',
    permission: 'webhooks:read',
    path: { id: id('whk') },
    returns: Webhook,
  }),
  change: M('PATCH /v1/webhooks/{id}', {
    summary: 'Change a subscription, or rotate its secret; what waits goes to the new url',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    body: z
      .strictObject({
        url: url().optional(),
        events: masks().optional(),
        active: z.boolean().optional(),
        description: description().nullish(),
        headers: headers().nullish(),
        credential: credential().nullish(),
        max_parallel: maxParallel().nullish(),
        max_per_second: maxPerSecond().nullish(),
        ...SecretChange.shape,
      })
      .refine(atMostOne, 'give one of rotate_secret, complete_rotation and cancel_rotation'),
    example: { active: false },
    returns: ChangedWebhook,
    refuses: [
      refusals.webhook_url_refused,
      refusals.unknown_event,
      refusals.events_unreadable,
      refusals.rotation_under_way,
      refusals.no_rotation,
      refusals.rotation_end_refused,
    ],
    secretAnswer: true,
  }),
  test: A('POST /v1/webhooks/{id}/test', {
    summary: 'Send a signed envelope to the address now, and tell what it answered; nothing of it is logged',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    body: z.strictObject({
      type: text(100, 1)
        .optional()
        .describe('The event to send; where none is given, the newest that the subscription takes.'),
    }),
    returns: TestResult,
    refuses: [refusals.unknown_event, refusals.type_not_taken, refusals.secret_unreadable],
  }),
  remove: M('DELETE /v1/webhooks/{id}', {
    summary: 'Delete a subscription; its waiting deliveries end as failed, and no event tells of them',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    returns: deleted(id('whk')),
  }),
})
