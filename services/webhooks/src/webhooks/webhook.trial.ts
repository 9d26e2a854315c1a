// The test of a subscription: one signed envelope, sent now through the guard and the sender of deliveries. It is not
// entered in the journal, creates no delivery, and keeps no transaction or connection of the database open meanwhile.
import { common, eventCatalogue, newId, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { type Enveloped, requestOf } from '../dispatch/request.ts'
import { exampleFor, isEmitted } from '../events/declared-events.ts'
import { bodyOf, partOf } from '../events/envelope.ts'
import { conditionsOf } from '../events/event.filter.ts'
import { takes } from '../events/event.masks.ts'
import type { EventStore } from '../events/event.store.ts'
import { maySend, sends } from '../events/receivers.ts'
import { outsideOf } from '../outside.ts'
import { openedHeaders, placeOf } from './sealed.ts'
import type { TestResult } from './webhook.contract.ts'
import { refusals } from './webhook.refusals.ts'
import type { WebhookRow } from './webhook.store.ts'

/** Maximum running tests of one school, in each replica. */
const mostAtOnce = 8
/** Maximum events that are searched for one that the filter and the rights allow. */
const mostLookedThrough = 20
/** Marks the request, not the envelope, which is like any other. */
const testHeader = 'X-LMS-Test'

export interface Sample extends Omit<Enveloped, 'requestId'> {
  type: string
  example: boolean
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
    sender_rights: rights,
  }: Pick<WebhookRow, 'events' | 'fields' | 'filter' | 'sender_rights'>,
  type: string | undefined,
  { events, now }: { events: EventStore; now: string },
): Promise<Sample> {
  if (type !== undefined) checkType(masks, type)
  const wanted = type === undefined ? masks : [type]
  const types = eventCatalogue.map(entry => entry.type).filter(one => takes(wanted, one))
  const sending = { masks, rights, conditions: conditionsOf(filter) }
  const sendsAll = sending.conditions.length === 0 && types.every(one => maySend(sending, one))
  const newest = await events.newest(wanted, sendsAll ? 1 : mostLookedThrough)
  const event = newest.find(one => sends(sending, one))
  if (event) return { ...sampled(event, event.sequence, fields, true), example: false }
  return { ...sampled(exampleOf(types.find(isEmitted) ?? types[0]!, now), 0, fields, false), example: true }
}

const sampled = (
  { id, type, payload }: { id: string; type: string; payload: string },
  sequence: number,
  fields: readonly string[] | null,
  replayed: boolean,
) => ({ eventId: id, type, body: Buffer.from(bodyOf(payload, sequence, replayed, partOf(fields))) })

function checkType(masks: readonly string[], type: string): void {
  const wrong = (message: string) => ({ details: [{ path: 'body.type', message }] })
  if (!eventCatalogue.some(entry => entry.type === type))
    throw new Refused(refusals.unknown_event, undefined, wrong(`there is no event ${JSON.stringify(type)}`))
  if (!takes(masks, type))
    throw new Refused(refusals.type_not_taken, undefined, wrong(`events takes ${masks.join(', ')}`))
}

/** An envelope of an invented event; its sequence is 0, which the journal does not use. */
function exampleOf(type: string, now: string) {
  const id = newId('evt')
  const envelope = { id, type, created_at: now, api_version: 'v1', ...exampleFor(type) }
  return { id, type, payload: JSON.stringify(envelope) }
}

/** Sends the sample once; refuses with rate_limited if the school has too many running tests. */
export async function sendTest(
  webhook: WebhookRow,
  sample: Sample,
  { school, requestId }: { school: string; requestId: string },
  runtime: SchoolRuntime,
): Promise<TestResult> {
  const { sender, testing } = outsideOf(runtime)
  const running = testing.get(school) ?? 0
  if (running >= mostAtOnce)
    throw new Refused(common.rate_limited, 'Too many tests are in progress. Wait for their answers.', {
      headers: { 'retry-after': '1' },
    })
  testing.set(school, running + 1)
  try {
    const request = requestOf(targetOf(webhook, runtime), { ...sample, requestId }, runtime.clock.now())
    request.headers[testHeader] = '1'
    const sent = await sender.send(request)
    if (sent.ours)
      throw new Refused(common.unavailable, 'The test failed on the server. Repeat it in a moment.', {
        headers: { 'retry-after': '5' },
      })
    return {
      ok: sent.ok,
      response_code: sent.status,
      response_body: sent.status === null ? null : sent.body,
      duration_ms: sent.durationMs,
      error: sent.error,
      error_detail: sent.detail,
      event: { id: sample.eventId as TestResult['event']['id'], type: sample.type },
      example: sample.example,
      request_headers: { ...request.headers, ...hidden(webhook.header_names) },
    }
  } finally {
    const left = testing.get(school)! - 1
    if (left > 0) testing.set(school, left)
    else testing.delete(school)
  }
}

const hidden = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, '…']))

const targetOf = (
  { school_id, id, url, secret, next_secret, rotation_ends_at, own_headers }: WebhookRow,
  { vault, log }: Pick<SchoolRuntime, 'vault' | 'log'>,
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
