import { C, deleted, filter, G, id, L, M, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Subscriptions of one school at most. */
export const mostWebhooks = 200

const url = () => text(2048, 1).describe('https address that takes the POSTs.')
const masks = () =>
  z.array(text(100, 1)).min(1).max(100).describe('Event names, groups (`order.*`), or `*` for everything.')
const description = () => text(500)

export const Webhook = z.object({
  id: id('whk'),
  url: text(2048),
  events: z.array(z.string()),
  active: z
    .boolean()
    .describe('While false nothing is sent: new events pass it by, what waits goes on waiting.'),
  description: description().nullable(),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Webhook = z.infer<typeof Webhook>

export const NewWebhook = Webhook.extend({
  secret: z.string().describe('The key of X-LMS-Signature. Shown this once.'),
})

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
  too_many_webhooks: {
    status: 422,
    when: `the school has ${mostWebhooks} subscriptions`,
    message: `A school has at most ${mostWebhooks} subscriptions. Delete one that is not needed.`,
  },
})

export const webhooks = resource({
  list: L('GET /v1/webhooks', {
    summary: 'List event subscriptions',
    permission: 'webhooks:read',
    returns: Webhook,
    list: {
      filters: { active: filter.boolean, url: filter.text, created_at: filter.time, updated_at: filter.time },
      sorts: ['created_at'],
    },
  }),
  create: C('POST /v1/webhooks', {
    summary: 'Subscribe to events; the answer is the only one that shows the secret',
    permission: 'webhooks:write',
    body: z.strictObject({
      url: url(),
      events: masks(),
      secret: text(256, 16).optional().describe('One is made where none is given.'),
      active: z.boolean().default(true),
      description: description().nullish(),
    }),
    returns: NewWebhook,
    refuses: [refusals.webhook_url_refused, refusals.unknown_event, refusals.too_many_webhooks],
    secretAnswer: true,
  }),
  get: G('GET /v1/webhooks/{id}', {
    summary: 'Get a subscription',
    permission: 'webhooks:read',
    path: { id: id('whk') },
    returns: Webhook,
  }),
  change: M('PATCH /v1/webhooks/{id}', {
    summary: 'Change a subscription; what waits goes to the new url',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    body: z.strictObject({
      url: url().optional(),
      events: masks().optional(),
      active: z.boolean().optional(),
      description: description().nullish(),
    }),
    returns: Webhook,
    refuses: [refusals.webhook_url_refused, refusals.unknown_event],
  }),
  remove: M('DELETE /v1/webhooks/{id}', {
    summary: 'Delete a subscription; its waiting deliveries end as failed, and no event tells of them',
    permission: 'webhooks:write',
    path: { id: id('whk') },
    returns: deleted(id('whk')),
  }),
})
