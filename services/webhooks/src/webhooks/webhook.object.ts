import { bodiesOf, id, stamps, takes, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Health } from './health.contract.ts'
import { maxHeaders } from './own-headers.ts'
import {
  description,
  fields,
  filter,
  imported,
  masks,
  maxMasks,
  maxParallel,
  maxPerSecond,
  ordered,
  url,
} from './webhook-settings.ts'

export const Webhook = z.object({
  id: id('whk'),
  url: takes(text(2048), url())
    .meta({ examples: ['https://crm.example/hook'] })
    .describe('Where events are posted.'),
  events: takes(z.array(text(100).meta({ examples: ['order.*'] })).max(maxMasks), masks()).describe(
    'The types of events that are sent; `order.*` is all of orders, `*` is all.',
  ),
  active: z
    .boolean()
    .describe(
      'While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation.',
    ),
  description: description()
    .nullable()
    .describe('A note of staff on the purpose of the webhook; null for none.'),
  header_names: z
    .array(text(100))
    .max(maxHeaders + 1)
    .describe(
      'Names of the additional headers; Authorization if there is a credential. Their values are not shown.',
    ),
  max_parallel: maxParallel().nullable(),
  max_per_second: maxPerSecond().nullable(),
  fields: fields().nullable(),
  filter: filter().nullable(),
  ordered: ordered(),
  imported: imported(),
  health: Health.describe('How the last deliveries went.'),
  rotation_ends_at: timestamp()
    .nullable()
    .describe('During a rotation: when the new secret replaces the old one. Otherwise null.'),
  ...stamps,
})
export type Webhook = z.infer<typeof Webhook>

/** The fields that clients send. */
export const webhookBodies = bodiesOf(Webhook, {
  readOnly: ['header_names', 'health', 'rotation_ends_at'],
  defaults: { active: true, ordered: false, imported: false },
})
