// Queries of the journal over all schools, under the role of the workers.
import type { Database, Fields } from '@lms/service-host'
import { readDatabaseTime, step, textArray } from '@lms/service-host'
import { waitingForRequest } from '../deliveries/waiting.ts'
import type { Trace } from './journal.contract.ts'

/** Which of these events are in the journal. */
export async function storedEvents(system: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await system.rows(
    step('select id from webhooks.events where id = any($1::text[])', [textArray(ids)]),
  )
  return rows.map(([id]) => id!)
}

const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)
const integer = (text: string | null | undefined) =>
  text === null || text === undefined ? null : Number(text)

/** The events of a request, their deliveries and attempts, oldest first. */
export async function traceOf(system: Database, requestId: string): Promise<Trace> {
  const events = await system.rows(
    step(
      `select school_id, id, type, sequence, created_at, payload::json -> 'related' ->> 'cause_id' from webhooks.events
       where request_id = $1 order by id limit 200`,
      [requestId],
    ),
  )
  if (events.length === 0) return { events: [], deliveries: [] }
  // Before the rows: a delivery logged in between is in both results.
  const waiting = await waitingForRequest(system, requestId)
  const deliveries = await system.rows(
    step(
      `select d.school_id, d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.attempt_count,
         d.next_attempt_at, d.manual, d.replayed, d.request_id, d.created_at
       from unnest($1::text[], $2::text[]) e(school_id, id)
       join webhooks.deliveries d on d.school_id = e.school_id and d.event_id = e.id order by d.id limit 1000`,
      [textArray(events.map(([school]) => school!)), textArray(events.map(([, id]) => id!))],
    ),
  )
  const attempts = await system.rows(
    step(
      `select a.delivery_id, a.id, a.number, a.response_code, a.response_body, a.duration_ms, a.error, a.error_detail, a.created_at
       from unnest($1::text[], $2::text[]) d(school_id, id)
       cross join lateral (
         select delivery_id, a.id, number, response_code, response_body, duration_ms, error, error_detail, created_at
         from webhooks.attempts a where a.school_id = d.school_id and a.delivery_id = d.id
         union all
         select f.id, 'dat' || substr(f.id, 4), 1, response_code, response_body, duration_ms, error, error_detail, attempted_at
         from webhooks.deliveries f where f.school_id = d.school_id and f.id = d.id and f.attempted_at is not null
       ) a order by a.created_at, a.id`,
      [textArray(deliveries.map(([school]) => school!)), textArray(deliveries.map(([, id]) => id!))],
    ),
  )
  const logged = new Set(deliveries.map(([, id]) => id))
  const attemptsOf = Map.groupBy(attempts, ([delivery]) => delivery!)
  return {
    events: events.map(([school_id, id, type, sequence, created_at, cause_id]) => ({
      school_id,
      id,
      type,
      sequence: Number(sequence),
      cause_id,
      created_at: time(created_at),
    })),
    deliveries: [
      ...deliveries.map(fields => deliveryOf(fields, attemptsOf.get(fields[1]!) ?? [])),
      ...waiting.filter(({ id }) => !logged.has(id)).map(row => ({ ...row, attempts: [] })),
    ],
  } as Trace
}

const deliveryOf = (
  [
    school_id,
    id,
    webhook_id,
    event_id,
    event_type,
    status,
    count,
    next,
    manual,
    replayed,
    request_id,
    created,
  ]: Fields,
  attempts: readonly Fields[],
) => ({
  school_id,
  id,
  webhook_id,
  event_id,
  event_type,
  status,
  attempt_count: Number(count),
  next_attempt_at: time(next),
  manual: manual === 't',
  replayed: replayed === 't',
  request_id,
  created_at: time(created),
  attempts: attempts.map(
    ([, id, number, code, response_body, duration, error, error_detail, created_at]) => ({
      id,
      number: Number(number),
      response_code: integer(code),
      response_body,
      duration_ms: Number(duration),
      error,
      error_detail,
      created_at: time(created_at),
    }),
  ),
})
