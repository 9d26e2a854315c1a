// Queries of the journal over all schools, under the role of the workers.
import type { Database, Fields } from '@lms/service-host'
import { readDatabaseTime, step, textArray } from '@lms/service-host'
import { waitingForRequest } from '../deliveries/waiting-deliveries.ts'
import type { Trace } from './journal.contract.ts'

/** Which of these events are in the journal. */
export async function storedEvents(system: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await system.rows(
    step('select id from webhooks.events where id = any($1::text[])', [textArray(ids)]),
  )
  return rows.map(([id]) => id!)
}

const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)
const integer = (text: string | null | undefined) => (text ? Number(text) : null)

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
  // One statement, so that a delivery never has more attempts than it counts.
  const rows = await system.rows(
    step(
      `select d.school_id, d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.attempt_count, d.next_attempt_at,
         d.manual, d.replayed, d.request_id, d.created_at,
         a.id, a.number, a.response_code, a.response_body, a.duration_ms, a.error, a.error_detail, a.created_at
       from (
         select d.* from unnest($1::text[], $2::text[]) e(school_id, id)
         join webhooks.deliveries d on d.school_id = e.school_id and d.event_id = e.id order by d.id limit 1000
       ) d
       left join lateral (
         select id, number, response_code, response_body, duration_ms, error, error_detail, created_at
         from webhooks.attempts where school_id = d.school_id and delivery_id = d.id
         union all
         select 'dat' || substr(d.id, 4), 1, d.response_code, d.response_body, d.duration_ms, d.error, d.error_detail,
           d.attempted_at
         where d.attempted_at is not null
       ) a on true order by d.id, a.created_at, a.id`,
      [textArray(events.map(([school]) => school!)), textArray(events.map(([, id]) => id!))],
    ),
  )
  const deliveries = Map.groupBy(rows, ([, id]) => id!)
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
      ...[...deliveries.values()].map(deliveryOf),
      ...waiting.filter(({ id }) => !deliveries.has(id)).map(row => ({ ...row, attempts: [] })),
    ],
  } as Trace
}

/** A delivery, from its rows: one for each attempt, or one without. */
function deliveryOf(rows: readonly Fields[]) {
  const [school_id, id, webhook_id, event_id, event_type, status, count, next, ...rest] = rows[0]!
  const [manual, replayed, request_id, created] = rest
  return {
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
    attempts: rows
      .map(row => row.slice(12))
      .filter(([attempt]) => attempt !== null)
      .map(attemptOf),
  }
}

const attemptOf = ([id, number, code, response_body, duration, error, error_detail, created]: Fields) => ({
  id,
  number: Number(number),
  response_code: integer(code),
  response_body,
  duration_ms: Number(duration),
  error,
  error_detail,
  created_at: time(created),
})
