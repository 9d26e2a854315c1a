// Attempts of deliveries with rows: retries, manual and replayed ones. Each attempt is a row of its own, and moves its
// delivery and the queue.
import { newId } from '@lms/contract'
import { type Step, step } from '@lms/service-host'
import { columnsOf } from '../rows.ts'
import type { Moved } from './next-state.ts'

export const insertAttempts = (results: readonly Moved[]): Step[] => insertUnless(results, 'false')

/**
 * First attempts of channels that others have by now. The delivery may have one already, with an outcome: of a commit whose
 * answer was lost while the channel was still held.
 */
export const insertLostAttempts = (results: readonly Moved[]): Step[] =>
  insertUnless(
    results,
    `exists (select from webhooks.deliveries d
       where d.school_id = a.school_id and d.id = a.delivery_id and d.attempted_at = a.created_at)`,
  )

function insertUnless(results: readonly Moved[], condition: string): Step[] {
  const rows = results.flatMap(({ channel, due, outcome, attempts }) => {
    if (!outcome) return []
    const { status, body, durationMs, error, detail } = outcome.sent
    outcome.attempt ??= newId('dat')
    return [
      [
        channel.key.school,
        outcome.attempt,
        due.id,
        String(attempts),
        status === null ? null : String(status),
        status === null ? null : body,
        String(durationMs),
        error,
        detail,
        outcome.startedAt.toISOString(),
      ],
    ]
  })
  if (rows.length === 0) return []
  return [
    step(
      `insert into webhooks.attempts (school_id, id, delivery_id, number, response_code, response_body, duration_ms,
         error, error_detail, created_at)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::int[],
         $8::text[], $9::text[], $10::timestamptz[])
         a(school_id, id, delivery_id, number, response_code, response_body, duration_ms, error, error_detail, created_at)
       where not ${condition}`,
      columnsOf(rows, 10),
    ),
  ]
}

export function moveSteps(results: readonly Moved[], now: Date): Step[] {
  if (results.length === 0) return []
  const rows = results.map(({ channel, due, status, attempts, nextAt }) => [
    channel.key.school,
    due.id,
    status,
    String(attempts),
    nextAt?.toISOString() ?? null,
    status === 'failed' ? now.toISOString() : null,
  ])
  const retried = results.filter(({ nextAt }) => nextAt !== null)
  const ended = results.filter(({ nextAt }) => nextAt === null)
  const queueKey = ({ channel, due }: Moved) => [channel.key.school, channel.key.webhook, due.at, due.id]
  return [
    // In order: an erasure also changes several.
    step(
      `select 1 from webhooks.deliveries d join unnest($1::text[], $2::text[]) r(school_id, id)
         on d.school_id = r.school_id and d.id = r.id order by d.id for no key update of d`,
      columnsOf(rows, 2),
    ),
    step(
      `update webhooks.deliveries d set status = r.status, attempt_count = r.attempts, next_attempt_at = r.next_at,
         failed_at = r.failed_at
       from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[])
         r(school_id, id, status, attempts, next_at, failed_at)
       where d.school_id = r.school_id and d.id = r.id and d.id >= $7 and d.id <= $8`,
      [...columnsOf(rows, 6), ...boundsOf(results.map(({ due }) => due.id))],
    ),
    ...(ended.length
      ? [
          step(
            `delete from webhooks.due d
             using unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) r(school_id, webhook_id, at, delivery_id)
             where d.school_id = r.school_id and d.webhook_id = r.webhook_id and d.at = r.at
               and d.delivery_id = r.delivery_id`,
            columnsOf(ended.map(queueKey), 4),
          ),
        ]
      : []),
    ...(retried.length
      ? [
          step(
            `update webhooks.due d set at = r.next_at, attempts = r.attempts
             from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::int[])
               r(school_id, webhook_id, at, delivery_id, next_at, attempts)
             where d.school_id = r.school_id and d.webhook_id = r.webhook_id and d.at = r.at
               and d.delivery_id = r.delivery_id`,
            columnsOf(
              retried.map(result => [
                ...queueKey(result),
                result.nextAt!.toISOString(),
                String(result.attempts),
              ]),
              6,
            ),
          ),
        ]
      : []),
  ]
}

/** The first and the last of ids, so that other partitions are not even opened. */
const boundsOf = (ids: readonly string[]): [string, string] => {
  const sorted = [...ids].sort()
  return [sorted[0]!, sorted.at(-1)!]
}
