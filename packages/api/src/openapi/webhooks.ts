// What receivers get: one entry for every event that is told, with the object it carries.
import { type EventType, mostEventBytes } from '@lms/contract'
import { type Json, pascal, ref, type SchemaBook } from './schemas.ts'

const beforeText = `The fields that changed, as they were before. Left out where the event would be larger than ${mostEventBytes / 1024} KB.`

/** The envelope around every event. */
export const envelopeSchema: Json = {
  type: 'object',
  required: ['id', 'type', 'created_at', 'api_version', 'sequence', 'replayed', 'data', 'related'],
  properties: {
    id: {
      type: 'string',
      description: 'Handle each id once: it may arrive twice.',
      examples: ['evt_01h455vb4pex5vsknk084sn02q'],
    },
    type: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
    api_version: { const: 'v1' },
    sequence: { type: 'integer', description: 'Rises within the school in the order of the journal.' },
    replayed: { type: 'boolean', description: 'Whether the delivery was made by a replay.' },
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
        'Ids of linked objects, of who caused it (`actor_id`), and of the event that caused it (`cause_id`).',
      additionalProperties: { type: 'string' },
    },
  },
}

const signature: Json = {
  name: 'X-LMS-Signature',
  in: 'header',
  required: true,
  description:
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>` with the secret of the subscription. Refuse where `t` is more than 300 seconds off.',
  schema: { type: 'string' },
}

/** The `webhooks` of the document. */
export const describeWebhooks = (events: readonly EventType[], book: SchemaBook): Record<string, Json> =>
  Object.fromEntries(events.map(event => [event.type, { post: describeWebhook(event, book) }]))

export const webhookParameters: Record<string, Json> = { Signature: signature }

function describeWebhook(event: EventType, book: SchemaBook): Json {
  const object = book.answer(event.object)
  const previous = { type: 'object', description: beforeText }
  return {
    operationId: `on${pascal(event.type)}`,
    tags: ['Events'],
    summary: `Told when ${event.when}`,
    security: [],
    parameters: [ref('parameters', 'Signature')],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              ref('schemas', 'EventEnvelope'),
              {
                properties: {
                  type: { const: event.type },
                  data: { properties: { object, ...(event.changes ? { previous } : {}) } },
                  related: {
                    properties: Object.fromEntries(event.related.map(key => [key, { type: 'string' }])),
                  },
                },
              },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'Taken. Anything else, or no answer within 10 seconds, is a failure and is tried again, six times in all.',
      },
    },
  }
}
