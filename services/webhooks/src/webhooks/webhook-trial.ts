// The test of a subscription: one signed envelope, sent now through the guard and the sender of deliveries. It is not
// entered in the journal, creates no delivery, and keeps no transaction or connection of the database open meanwhile.
import { common, eventCatalogue, type Id, id, newId, Refused, timestamp } from '@lms/contract'
import { type OutsideRuntime, task } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { exampleFor, isEmitted } from '../events/declared-events.ts'
import { bodyOf, partOf } from '../events/envelope.ts'
import type { EventRow, EventStore } from '../events/event.store.ts'
import { takes } from '../events/event-masks.ts'
import { maySend, sendingConditions, sends } from '../events/receivers.ts'
import { outsideOf } from '../outside.ts'
import { type Enveloped, requestOf } from './request.ts'
import { openedHeaders, placeOf } from './sealed-secrets.ts'
import type { TestResult } from './webhook.contract.ts'
import type { WebhookRow } from './webhook.store.ts'
import { refusals } from './webhook-refusals.ts'

/** Maximum running tests of one school, in each replica. */
const maxAtOnce = 8
/** Maximum events that are searched for one that the filter and the rights allow. */
const maxLookedThrough = 20
/** Marks the request, not the envelope, which is like any other. */
const testHeader = 'X-LMS-Test'

export interface Sample extends Omit<Enveloped, 'requestId'> {
  eventId: Id<'evt'>
  type: string
  /** When the example was made; null of an event of the journal. */
  exampleOf: string | null
}

/**
 * The event of a test, as a delivery would send it: the newest event of the journal that the subscription takes, of
 * `type` if given, else the type's example. An event of the journal keeps its id and is `replayed`, so that a receiver
 * that knows it does not process it twice.
 */
export async function sampleOf(
  {
    events: masks,
    fields,
    filter,
    imported,
    sender_rights: rights,
  }: Pick<WebhookRow, 'events' | 'fields' | 'filter' | 'imported' | 'sender_rights'>,
  type: string | undefined,
  { events, now }: { events: EventStore; now: string },
): Promise<Sample> {
  if (type !== undefined) checkType(masks, type)
  const requestedMasks = type === undefined ? masks : [type]
  const types = eventCatalogue.map(entry => entry.type).filter(one => takes(requestedMasks, one))
  const sending = { masks, rights, conditions: sendingConditions(filter, imported) }
  const sendsAll = sending.conditions.length === 0 && types.every(one => maySend(sending, one))
  const newest = await events.newest(requestedMasks, sendsAll ? 1 : maxLookedThrough)
  const event = newest.find(one => sends(sending, one))
  if (event) return journaledSample(event, fields)
  return exampleSample(types.find(isEmitted) ?? types[0]!, { id: newId('evt'), at: now }, fields)
}

type Fields = readonly string[] | null

const journaledSample = ({ id, type, payload, sequence }: EventRow, fields: Fields): Sample => ({
  eventId: id,
  type,
  body: Buffer.from(bodyOf(payload, sequence, true, partOf(fields))),
  exampleOf: null,
})

/** An event that never was; its sequence 0 is none of the journal's. */
function exampleSample(type: string, { id, at }: { id: Id<'evt'>; at: string }, fields: Fields): Sample {
  const payload = JSON.stringify({ id, type, created_at: at, api_version: 'v1', ...exampleFor(type) })
  return { eventId: id, type, body: Buffer.from(bodyOf(payload, 0, false, partOf(fields))), exampleOf: at }
}

function checkType(masks: readonly string[], type: string): void {
  const wrong = (message: string) => ({ details: [{ path: 'body.type', message }] })
  if (!eventCatalogue.some(entry => entry.type === type))
    throw new Refused(refusals.unknown_event, undefined, wrong(`there is no event ${JSON.stringify(type)}`))
  if (!takes(masks, type))
    throw new Refused(refusals.type_not_taken, undefined, wrong(`events takes ${masks.join(', ')}`))
}

/** What goes out: the sample and where it goes. */
interface Test {
  sample: Sample
  target: ReturnType<typeof targetOf>
  headerNames: readonly string[]
}

/** Sends the sample as it was chosen: sent again after a crash, it is the same event. */
export const sendTest = builder.externalCall(
  task('send-test', {
    returns: 'never',
    payload: z.object({
      webhook_id: id('whk'),
      event_id: id('evt'),
      type: z.string().regex(/^[a-z_.]{1,100}$/),
      /** Null of an event of the journal. */
      example_of: timestamp().nullable(),
    }),
    attempts: 3,
    deadline: 15,
  }),
  {
    waiting: maxAtOnce,

    prepare: async ({ payload, runtime }, { webhooks, events }): Promise<Test> => {
      const { webhook_id, event_id, type, example_of } = payload
      const webhook = await webhooks.get(webhook_id)
      const sample = example_of
        ? exampleSample(type, { id: event_id, at: example_of }, webhook.fields)
        : journaledSample(await events.get(event_id), webhook.fields)
      return { sample, target: targetOf(webhook, runtime), headerNames: webhook.header_names }
    },

    call: async ({ sample, target, headerNames }, { requestId, runtime }): Promise<TestResult> => {
      const request = requestOf(target, { ...sample, requestId }, runtime.clock.now())
      request.headers[testHeader] = '1'
      const sent = await outsideOf(runtime).sender.send(request)
      // The fault is on our side and nothing was sent, so it is repeated.
      if (sent.ours) throw new Refused(common.unavailable)
      return {
        ok: sent.ok,
        response_code: sent.status,
        response_body: sent.status === null ? null : sent.body,
        duration_ms: sent.durationMs,
        error: sent.error,
        error_detail: sent.detail,
        event: { id: sample.eventId, type: sample.type },
        example: sample.exampleOf !== null,
        request_headers: { ...request.headers, ...hidden(headerNames) },
      }
    },

    finish: async ({ outcome }) => outcome,
  },
)

const hidden = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, '…']))

/** The address with its secrets opened; refuses where they cannot be. */
export const targetOf = (
  { school_id, id, url, secret, next_secret, rotation_ends_at, own_headers }: WebhookRow,
  { vault, log }: Pick<OutsideRuntime, 'vault' | 'log'>,
) => {
  const open = (text: string) => vault.open(text, placeOf(school_id, id))
  try {
    const rotation = next_secret ? { secret: open(next_secret), endsAt: Date.parse(rotation_ends_at!) } : null
    const headers = openedHeaders({ school_id, id, own_headers }, { vault })
    return { url, secret: open(secret), rotation, headers }
  } catch (error) {
    log.error({ err: error, school: school_id, webhook: id }, 'LMS_SECRET_KEYS cannot decrypt a secret')
    throw new Refused(refusals.secret_unreadable)
  }
}
