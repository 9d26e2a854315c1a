// The requests to receivers: one entry for every emitted event, with its object.
import { type EventType, maxEventBytes, prefixes } from '@lms/contract'
import { objectExample, recordedEvent } from '../examples/examples.ts'
import { type Json, pascal, ref, type SchemaBook } from './schemas.ts'

const beforeText = `The fields that changed, with their values before. Absent if the event would be larger than ${maxEventBytes / 1024} KB.`

const envelopeFields = {
  id: {
    type: 'string',
    description: 'The key for deduplication: an event may arrive twice.',
    examples: ['evt_01h455vb4pex5vsknk084sn02q'],
  },
  type: { type: 'string', description: 'What happened.' },
  created_at: { type: 'string', format: 'date-time', description: 'When it happened.' },
  api_version: { const: 'v1', description: 'The version of the API that the objects follow.' },
  sequence: { type: 'integer', description: 'Rises within the school in the order of the journal.' },
  replayed: { type: 'boolean', description: 'Whether a replay made the delivery.' },
  data: {
    type: 'object',
    required: ['object'],
    properties: {
      object: { type: 'object', description: 'The object as it was after the event.' },
      previous: { type: 'object', description: beforeText },
    },
  },
  related: {
    type: 'object',
    description:
      'Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`).',
    additionalProperties: { type: 'string' },
  },
} satisfies Record<string, Json>

/** The envelope around every event. */
const envelopeSchema: Json = {
  type: 'object',
  required: Object.keys(envelopeFields),
  properties: envelopeFields,
}

const header = (name: string, description: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

/** The headers of a delivery. */
export const webhookParameters: Record<string, Json> = {
  Signature: header(
    'X-LMS-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>` with the secret of the subscription. Refuse a `t` more than 300 seconds off.',
  ),
  SignatureNext: header(
    'X-LMS-Signature-Next',
    'During a rotation of the secret: the same with the new secret.',
    false,
  ),
  WebhookId: header('webhook-id', 'The id of the event, the same in each attempt.'),
  WebhookTimestamp: header('webhook-timestamp', 'Unix seconds of this attempt.'),
  WebhookSignature: header(
    'webhook-signature',
    'Standard Webhooks: `v1,<base64>`, HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. During a rotation one signature for each secret, separated by a space.',
  ),
}

/** The `webhooks` of the document. */
export const describeWebhooks = (events: readonly EventType[], book: SchemaBook): Record<string, Json> =>
  Object.fromEntries(events.map(event => [event.type, { post: describeWebhook(event, book) }]))

function describeWebhook(event: EventType, book: SchemaBook): Json {
  const { type, when, object, related, changes } = event
  const previous = changes ? { previous: { ...book.part(object), description: beforeText } } : {}
  return {
    operationId: `on${pascal(type)}`,
    tags: ['Events'],
    summary: `Emitted when ${when}`,
    security: [],
    parameters: Object.keys(webhookParameters).map(name => ref('parameters', name)),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            ...envelopeSchema,
            properties: {
              ...envelopeFields,
              type: { const: type, description: envelopeFields.type.description },
              data: {
                type: 'object',
                required: ['object'],
                properties: { object: book.answer(object), ...previous },
              },
              related: {
                ...envelopeFields.related,
                properties: Object.fromEntries(related.map(key => [key, { type: 'string' }])),
              },
            },
          },
          example: exampleEnvelope(event),
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'Received. Any other status, or no answer within 10 seconds, is a failure. The event is then sent again, up to six times.',
      },
    },
  }
}

/**
 * A recorded event; else one with a recorded object, in which the fields of the declaration are changed, and `previous`
 * has what they were.
 */
export function exampleEnvelope(event: EventType): Json {
  return recordedEvent(event.type) ?? envelopeOf(event)
}

function envelopeOf({ type, object, related, changes, example }: EventType): Json {
  const before = objectExample(object) as Json
  const exampleObject = { ...before, ...example }
  const time = '2026-11-21T09:30:00.000+00:00'
  const ids = related.map(key => [key, exampleObject[key] ?? exampleId(key)] as const)
  const changed = Object.keys(example).map(name => [name, before[name]])
  const previous = { ...Object.fromEntries(changed), version: 1, updated_at: '2026-11-20T16:12:45.317+00:00' }
  return {
    id: 'evt_01h455vb4pex5vsknk084sn02q',
    type,
    created_at: time,
    api_version: 'v1',
    sequence: 1042,
    replayed: false,
    data: changes ? { object: { ...exampleObject, version: 2 }, previous } : { object: exampleObject },
    related: Object.fromEntries([...ids, ['actor_id', 'key_01h455vb4pex5vsknk084sn02q']]),
  }
}

/** `merged_user_id` → the id of a user. */
function exampleId(key: string): string {
  const kind = key.split('_').at(-2)!
  const match = Object.entries(prefixes).find(([, name]) => name.split(' ').includes(kind))
  if (!match) throw new Error(`The ids of ${key} have no known prefix.`)
  return `${match[0]}_01h455vb4pex5vsknk084sn02q`
}
