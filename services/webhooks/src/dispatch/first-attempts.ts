// First attempts at events. A delivery of an event has no row before its first attempt is logged: then it is inserted
// once, with the outcome.
import { type Step, step } from '@lms/service-host'
import { columnsOf } from '../rows.ts'
import type { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import type { Moved } from './next-state.ts'

/** The deliveries with their first attempts, and the retries of failed ones. */
export function firstSteps(results: readonly Moved[], now: Date): Step[] {
  if (results.length === 0) return []
  const retried = results.filter(({ nextAt }) => nextAt !== null)
  return [
    step(
      `insert into webhooks.deliveries (school_id, webhook_id, id, event_id, event_type, request_id, created_at, status,
         attempt_count, next_attempt_at, failed_at, attempted_at, response_code, response_body, duration_ms, error,
         error_detail, manual, replayed)
       select d.*, false, false from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
         $7::timestamptz[], $8::text[], $9::int[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::int[],
         $14::text[], $15::int[], $16::text[], $17::text[]) d`,
      columnsOf(
        results.map(result => rowOf(result, now)),
        17,
      ),
    ),
    ...(retried.length
      ? [
          step(
            `insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
             select school_id, webhook_id, at, delivery_id, event_id, 1, false, false
             from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
               d(school_id, webhook_id, at, delivery_id, event_id)`,
            columnsOf(
              retried.map(({ channel: { key }, due, nextAt }) => [
                key.school,
                key.webhook,
                nextAt!.toISOString(),
                due.id,
                due.eventId,
              ]),
              5,
            ),
          ),
        ]
      : []),
  ]
}

function rowOf({ channel: { key }, due, outcome, status, attempts, nextAt }: Moved, now: Date) {
  const sent = outcome?.sent
  const answered = sent !== undefined && sent.status !== null
  return [
    ...factsOf(key, due),
    status,
    String(attempts),
    nextAt?.toISOString() ?? null,
    status === 'failed' ? now.toISOString() : null,
    outcome?.startedAt.toISOString() ?? null,
    answered ? String(sent.status) : null,
    answered ? sent.body : null,
    sent ? String(sent.durationMs) : null,
    sent?.error ?? null,
    sent?.detail ?? null,
  ]
}

const factsOf = ({ school, webhook }: Channel['key'], { id, eventId, event, at }: Due) => [
  school,
  webhook,
  id,
  eventId,
  event!.type,
  event!.requestId,
  at,
]

/**
 * Gives rows to deliveries that have been running for long: the cursor can move past them, and their outcome is logged
 * like a retry's. They may already have rows, if the answer to a commit was lost.
 */
export function spillSteps(spilled: readonly { channel: Channel; due: Due }[]): Step[] {
  if (spilled.length === 0) return []
  return [
    step(
      `with made as (
         insert into webhooks.deliveries (school_id, webhook_id, id, event_id, event_type, request_id, created_at, status,
           attempt_count, next_attempt_at, manual, replayed)
         select d.*, 'pending', 0, d.created_at, false, false
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
           d(school_id, webhook_id, id, event_id, event_type, request_id, created_at)
         on conflict do nothing returning *
       )
       insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
       select school_id, webhook_id, created_at, id, event_id, 0, false, false from made`,
      columnsOf(
        spilled.map(({ channel, due }) => factsOf(channel.key, due)),
        7,
      ),
    ),
  ]
}
