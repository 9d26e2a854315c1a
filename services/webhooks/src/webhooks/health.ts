// The outcomes of sends to a subscription, recorded with the log and shown with the subscription.
import { readDatabaseTime, type Step, step, textArray, type UnitOfWork } from '@lms/service-host'
import { behindSql, waitsSql } from '../deliveries/waiting-deliveries.ts'
import { columnsOf } from '../rows.ts'
import { type Health, maxPendingCounted } from './health.contract.ts'

/** Outcomes of this period are counted together. */
const bucketMs = 10 * 60_000
export const daysOfOutcomes = 2

export interface Ended {
  school: string
  webhook: string
  ok: boolean
  /** When the send began. */
  at: Date
}

interface Sum {
  school: string
  webhook: string
  succeeded: number
  failed: number
  lastSuccess: Date | null
  /** The first of the failures after it. */
  firstFailure: Date | null
}

/**
 * Adds the outcomes of sends; use both steps in one transaction, after the channels are locked. Sends end in another order
 * than they began in: a failure that took ten seconds does not count against a success that began after it.
 */
export function healthSteps(ended: readonly Ended[], now: Date): Step[] {
  if (ended.length === 0) return []
  const sums = sumsOf(ended)
  const bucket = new Date(Math.floor(now.getTime() / bucketMs) * bucketMs).toISOString()
  return [
    step(
      `insert into webhooks.health as h (school_id, webhook_id, last_success_at, failing_since)
       select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[])
       on conflict (school_id, webhook_id) do update set
         last_success_at = greatest(h.last_success_at, excluded.last_success_at),
         failing_since = (
           select min(f.at) from (values (h.failing_since), (excluded.failing_since)) f(at)
           where f.at > coalesce(greatest(h.last_success_at, excluded.last_success_at), '-infinity'))`,
      columnsOf(
        sums.map(({ school, webhook, lastSuccess, firstFailure }) => [
          school,
          webhook,
          lastSuccess?.toISOString() ?? null,
          firstFailure?.toISOString() ?? null,
        ]),
        4,
      ),
    ),
    step(
      `insert into webhooks.outcomes as o (school_id, webhook_id, since, succeeded, failed)
       select school_id, webhook_id, $5, succeeded, failed
       from unnest($1::text[], $2::text[], $3::int[], $4::int[]) e(school_id, webhook_id, succeeded, failed)
       on conflict (school_id, webhook_id, since) do update set
         succeeded = o.succeeded + excluded.succeeded, failed = o.failed + excluded.failed`,
      [
        ...columnsOf(
          sums.map(({ school, webhook, succeeded, failed }) => [
            school,
            webhook,
            String(succeeded),
            String(failed),
          ]),
          4,
        ),
        bucket,
      ],
    ),
  ]
}

/** By subscription, in the same order for all writers. */
function sumsOf(ended: readonly Ended[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { school, webhook, ok, at } of [...ended].sort(
    (one, other) => Number(one.at) - Number(other.at),
  )) {
    const sum = sums.get(webhook) ?? {
      school,
      webhook,
      succeeded: 0,
      failed: 0,
      lastSuccess: null,
      firstFailure: null,
    }
    sums.set(webhook, sum)
    sum[ok ? 'succeeded' : 'failed']++
    if (ok) [sum.lastSuccess, sum.firstFailure] = [at, null]
    else sum.firstFailure ??= at
  }
  const keyOf = ({ school, webhook }: Sum) => `${school} ${webhook}`
  return [...sums.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const healthSql = `select w.id, h.last_success_at, h.failing_since,
    (select count(*) from (
       (select from webhooks.due d where d.school_id = $1 and d.webhook_id = w.id limit $4)
       union all
       (select from ${behindSql} join webhooks.events e on ${waitsSql}
        where l.school_id = $1 and l.webhook_id = w.id limit $4)
       limit $4) waiting),
    o.hour_ok, o.hour_all, o.day_ok, o.day_all
  from unnest($2::text[]) w(id)
  left join webhooks.health h on h.school_id = $1 and h.webhook_id = w.id
  cross join lateral (
    select sum(succeeded) as day_ok, sum(succeeded + failed) as day_all,
      sum(succeeded) filter (where since > $3::timestamptz - interval '1 hour') as hour_ok,
      sum(succeeded + failed) filter (where since > $3::timestamptz - interval '1 hour') as hour_all
    from webhooks.outcomes
    where school_id = $1 and webhook_id = w.id and since > $3::timestamptz - interval '1 day'
  ) o`

/** For subscriptions of the school. */
export async function healthOf(ids: readonly string[], work: UnitOfWork): Promise<Map<string, Health>> {
  const { rows } = await work.read(healthSql, [
    work.school,
    textArray(ids),
    work.now,
    String(maxPendingCounted),
  ])
  const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)
  const share = (some: string | null | undefined, all: string | null | undefined) =>
    Number(all ?? 0) === 0 ? null : Math.round((Number(some) / Number(all)) * 1000) / 1000
  return new Map(
    rows.map(([id, last, failing, pending, hourOk, hourAll, dayOk, dayAll]) => [
      id!,
      {
        last_success_at: time(last),
        failing_since: time(failing),
        pending_count: Number(pending),
        success_share_hour: share(hourOk, hourAll),
        success_share_day: share(dayOk, dayAll),
      },
    ]),
  )
}

/** For a subscription without sends. */
export const unused: Health = {
  last_success_at: null,
  failing_since: null,
  pending_count: 0,
  success_share_hour: null,
  success_share_day: null,
}
