// What sends came to, written in batches: an attempt's row, the delivery's next state, the queue. A batch is one
// transaction; the lanes' fences are checked in it, so a dispatcher that lost a lane moves nothing of it any more.
import { type MoveOf, newId } from '@lms/contract'
import { Outgoing, type Runtime, readDatabaseTime, StatementError, type Step, step } from '@lms/service-host'
import type { Delivery } from '../deliveries/delivery.contract.ts'
import { deliveryLifecycle } from '../deliveries/delivery.lifecycle.ts'
import { webhookFailed } from '../events/webhook-failed.ts'
import { lockedLanes } from '../locks.ts'
import { partitions } from '../partitions.ts'
import { columnsOf } from '../rows.ts'
import type { Outcome } from '../sending/outcome.ts'
import { nextAttempt } from '../sending/schedule.ts'
import { type Ended, healthSteps } from '../webhooks/health.ts'
import { heldSql } from './lane.store.ts'
import type { Due, Lane, LaneKey } from './lane.ts'

/**
 * What became of a due delivery. Without an outcome it ends unsent: its subscription or its event is gone, or the
 * subscription does not send such events any more.
 */
export interface Result {
  lane: Lane
  due: Due
  outcome: { attempt: string; startedAt: Date; sent: Outcome } | null
}

interface Moved extends Result {
  status: Delivery['status']
  attempts: number
  nextAt: Date | null
}

// Only what is due is sent, and both states in which a delivery is due make the same moves.
const after = (move: MoveOf<typeof deliveryLifecycle>) => deliveryLifecycle.next('waiting_retry', move)!

/** Where a delivery stands after an attempt. A manual one is tried once. */
function moved(result: Result): Moved {
  const { due, outcome } = result
  if (!outcome) return { ...result, status: after('fail'), attempts: due.attempts, nextAt: null }
  const attempts = due.attempts + 1
  if (outcome.sent.ok) return { ...result, status: after('deliver'), attempts, nextAt: null }
  const failedAt = new Date(outcome.startedAt.getTime() + outcome.sent.durationMs)
  const nextAt = due.manual ? null : nextAttempt({ attempt: attempts, failedAt })
  return { ...result, status: after(nextAt ? 'retry' : 'fail'), attempts, nextAt }
}

/** Logs results; gives the lanes that others hold by now, whose deliveries were not moved. */
export async function logResults(results: readonly Result[], runtime: Runtime): Promise<Set<Lane>> {
  const all = results.map(moved)
  const ids = () => [newId('dat')]
  try {
    return await partitions.writing(runtime.system, ids, () => write(all, runtime))
  } catch (error) {
    // The commit came through and its answer did not: what is logged must not stand in the way of the rest.
    if (isTwin(error)) return write(await unlogged(all, runtime), runtime)
    throw error
  }
}

const isTwin = (error: unknown) => error instanceof StatementError && error.sqlState === '23505'

async function unlogged(all: readonly Moved[], { system }: Runtime): Promise<Moved[]> {
  const keys = all.flatMap(({ lane, due, outcome }) =>
    outcome ? [[lane.key.school, due.id, outcome.attempt]] : [],
  )
  const rows = await system.rows(
    step(
      `select a.id from unnest($1::text[], $2::text[], $3::text[]) k(school_id, delivery_id, id)
       cross join lateral (
         select a.id from webhooks.attempts a
         where a.school_id = k.school_id and a.delivery_id = k.delivery_id and a.id = k.id limit 1
       ) a`,
      columnsOf(keys, 3),
    ),
  )
  const logged = new Set(rows.map(([attempt]) => attempt))
  return all.filter(({ outcome }) => !outcome || !logged.has(outcome.attempt))
}

async function write(all: readonly Moved[], runtime: Runtime): Promise<Set<Lane>> {
  const lanes = [...new Set(all.map(({ lane }) => lane))]
  const exhausted = all.filter(tellsFailure)
  const reads = [
    byKey(exhausted.length === 0),
    lockLanes(lanes),
    ...(exhausted.length ? [createdOf(exhausted)] : []),
  ]
  const lost = await runtime.system.readThenWrite(reads, ([, held, created]) => {
    const kept = new Set(held!.rows.map(([, webhook]) => webhook))
    const valid = all.filter(({ lane }) => kept.has(lane.key.webhook))
    const createdAt = new Map(created?.rows.map(([id, time]) => [id!, readDatabaseTime(time!)]))
    const now = runtime.clock.now()
    const news = exhausted
      .filter(result => valid.includes(result))
      .flatMap(result => failureNews(result, createdAt.get(result.due.id), runtime))
    const writes = [
      ...insertAttempts(all),
      ...moveSteps(valid, now),
      ...healthSteps(endedOf(valid), now),
      ...news,
    ]
    return { writes, answer: new Set(lanes.filter(({ key }) => !kept.has(key.webhook))) }
  })
  if (exhausted.length) runtime.poke()
  return lost
}

const endedOf = (results: readonly Moved[]): Ended[] =>
  results.flatMap(({ lane: { key }, outcome }) =>
    outcome ? [{ school: key.school, webhook: key.webhook, ok: outcome.sent.ok, at: outcome.startedAt }] : [],
  )

/** Whether the school is told: after the last automatic attempt, but not that this very news did not arrive. */
const tellsFailure = ({ status, outcome, due }: Moved) =>
  status === 'failed' && outcome !== null && !due.manual && due.event?.type !== webhookFailed.type

/**
 * Settings of this transaction. All its statements reach few rows by their keys; the planner would rather read a new
 * partition from end to end, whose size it does not know, and keep that plan while it grows. Where no news depends on
 * it, the commit does not wait for the disk: a crash of the database loses what was logged in its last 0.6 s, and what it
 * loses is still due, so it is sent and logged again.
 */
const byKey = (mayBeLost: boolean): Step =>
  step(
    `select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
       set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
       set_config('synchronous_commit', case when $1::bool then 'off' else current_setting('synchronous_commit') end, true)`,
    [mayBeLost ? 't' : 'f'],
  )

// Key share: a claim waits for this transaction, a journal batch that wakes the lane does not.
const lockLanes = (lanes: readonly Lane[]): Step =>
  step(
    lockedLanes(heldSql, 'key share'),
    columnsOf(
      lanes.map(({ key: { school, webhook, fence } }: { key: LaneKey }) => [school, webhook, String(fence)]),
      3,
    ),
  )

const createdOf = (results: readonly Moved[]): Step =>
  step(
    `select d.id, d.created_at from unnest($1::text[], $2::text[]) k(school_id, id)
     join webhooks.deliveries d on d.school_id = k.school_id and d.id = k.id`,
    columnsOf(
      results.map(({ lane, due }) => [lane.key.school, due.id]),
      2,
    ),
  )

function insertAttempts(results: readonly Moved[]): Step[] {
  const rows = results.flatMap(({ lane, due, outcome, attempts }) => {
    if (!outcome) return []
    const { status, body, durationMs, error, detail } = outcome.sent
    return [
      [
        lane.key.school,
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
         $8::text[], $9::text[], $10::timestamptz[])`,
      columnsOf(rows, 10),
    ),
  ]
}

function moveSteps(results: readonly Moved[], now: Date): Step[] {
  if (results.length === 0) return []
  const rows = results.map(({ lane, due, status, attempts, nextAt }) => [
    lane.key.school,
    due.id,
    status,
    String(attempts),
    nextAt?.toISOString() ?? null,
    status === 'failed' ? now.toISOString() : null,
  ])
  const retried = results.filter(({ nextAt }) => nextAt !== null)
  const ended = results.filter(({ nextAt }) => nextAt === null)
  const queueKey = ({ lane, due }: Moved) => [lane.key.school, lane.key.webhook, due.at, due.id]
  return [
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

/** The first and the last of ids: other partitions than theirs are not even opened. */
const boundsOf = (ids: readonly string[]): [string, string] => {
  const sorted = [...ids].sort()
  return [sorted[0]!, sorted.at(-1)!]
}

/** The outbox row of system.webhook_failed. */
function failureNews(result: Moved, createdAt: string | undefined, runtime: Runtime): Step[] {
  const { lane, due, attempts } = result
  const { event } = due
  if (!createdAt || !event) return []
  const { service, clock } = runtime
  const outgoing = new Outgoing(service, lane.key.school, {
    requestId: event.requestId,
    clientRequestId: null,
    causeId: due.eventId,
    caller: null,
    now: clock.now(),
  })
  const delivery = {
    id: due.id,
    webhook_id: lane.key.webhook,
    event_id: due.eventId,
    event_type: event.type,
    status: 'failed',
    attempt_count: attempts,
    next_attempt_at: null,
    manual: due.manual,
    replayed: due.replayed,
    request_id: event.requestId,
    created_at: createdAt,
  } as Delivery
  outgoing.tell(webhookFailed, { ...delivery })
  return outgoing.steps(service)
}
