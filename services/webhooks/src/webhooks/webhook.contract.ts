import { A, C, common, deleted, filter, G, id, L, M, resource, text } from '@lms/contract'
import { z } from 'zod'
import { Webhook, webhookBodies } from './webhook.object.ts'
import { webhookFailed } from './webhook-failed.ts'
import { refusals, webhookRoom } from './webhook-refusals.ts'
import { atMostOne, SecretChange } from './webhook-rotation.contract.ts'
import { sealed, secret } from './webhook-settings.ts'

export const NewWebhook = Webhook.extend({
  secret: z
    .string()
    .describe(
      'The secret of the signatures. Its text is the key of `X-LMS-Signature`; libraries of Standard Webhooks take it as it is. Shown only once.',
    )
    .meta({ examples: ['whsec_3f9aQ…'] }),
})

export const ChangedWebhook = Webhook.extend({
  secret: z.string().optional().describe('The new secret, when a rotation began. Shown only once.'),
})

export const TestResult = z.object({
  ok: z.boolean().describe('Whether a 2xx arrived within 10 seconds.'),
  response_code: z.int().nullable().describe('The HTTP status of the answer; null without one.'),
  response_body: z.string().nullable().describe('The first 4 KB.'),
  duration_ms: z.int().describe('How long the receiver took to answer, in milliseconds.'),
  error: z.string().nullable().describe('As in an attempt: dns, connect, timeout_headers, http_status …'),
  error_detail: z.string().nullable().describe('As in an attempt: ECONNREFUSED and the address, ENOTFOUND …'),
  event: z
    .object({
      id: id('evt'),
      type: z
        .string()
        .meta({ examples: ['order.paid'] })
        .describe('The type of the test event.'),
    })
    .describe('The request that was sent.'),
  example: z
    .boolean()
    .describe(
      'Whether it is the example of the reference, because the journal has no recent event of the type.',
    ),
  request_headers: z
    .record(z.string(), z.string())
    .describe(
      'All headers as they were sent, signatures included; the values of your own headers are masked.',
    ),
})
export type TestResult = z.infer<typeof TestResult>

export const webhooks = resource({
  list: L('GET /v1/webhooks', {
    summary: 'List subscriptions',
    permission: 'webhooks:read',
    returns: Webhook,
    list: {
      filters: { url: filter.text },
      sorts: ['created_at'],
    },
  }),
  create: C('POST /v1/webhooks', {
    summary: 'Subscribe to events; only this answer shows the secret',
    permission: 'webhooks:write',
    body: webhookBodies.create.extend({
      ...sealed,
      secret: secret().optional().describe('The secret that signs deliveries; by default a generated one.'),
    }),
    example: { url: 'https://crm.example/hook', events: ['order.*'] },
    returns: NewWebhook,
    refuses: [
      refusals.webhook_url_refused,
      refusals.unknown_event,
      refusals.events_unreadable,
      refusals.unknown_field,
      refusals.filter_refused,
    ],
    bound: webhookRoom,
    secretAnswer: true,
  }),
  get: G('GET /v1/webhooks/{id}', {
    summary: 'Get a subscription',
    permission: 'webhooks:read',
    path: { id: id('whk') },
    returns: Webhook,
  }),
  update: M('PATCH /v1/webhooks/{id}', {
    summary: 'Change a subscription, or rotate its secret; waiting deliveries go to the new url',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    body: webhookBodies.change
      .extend({ ...sealed, ...SecretChange.shape })
      .refine(atMostOne, 'give one of rotate_secret, complete_rotation and cancel_rotation'),
    example: { active: false },
    returns: ChangedWebhook,
    emits: [webhookFailed],
    refuses: [
      refusals.webhook_url_refused,
      refusals.unknown_event,
      refusals.events_unreadable,
      refusals.unknown_field,
      refusals.filter_refused,
      refusals.rotation_under_way,
      refusals.no_rotation,
      refusals.rotation_end_refused,
    ],
    secretAnswer: true,
  }),
  test: A('POST /v1/webhooks/{id}/test', {
    summary: 'Send a signed test event to the url now and show its answer; the test is not logged',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    body: z.strictObject({
      type: text(100, 1)
        .optional()
        .describe('The event to send. Default: the newest that the subscription takes.'),
    }),
    bound: null,
    returns: TestResult,
    refuses: [
      refusals.unknown_event,
      refusals.type_not_taken,
      refusals.secret_unreadable,
      common.outcome_unknown,
    ],
  }),
  delete: M('DELETE /v1/webhooks/{id}', {
    summary: 'Delete a subscription; its waiting deliveries fail, without an event',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    returns: deleted(id('whk')),
  }),
})
