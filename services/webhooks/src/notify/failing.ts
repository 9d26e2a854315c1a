// Finds subscriptions whose sends have all failed for an hour: the final failure of a delivery comes only a day and a
// half after its event.
import { randomBytes } from 'node:crypto'
import { type Runtime, scheduled, step } from '@lms/service-host'
import { mailerOf } from '@lms/service-host/mail'

/** Maximum of one run. */
const most = 500

/**
 * Enqueues a notice for each of them, once for each period of failure; a waiting notice for the same subscription
 * counts for it. The example is a delivery that waits for its next try. Inactive subscriptions and suspended schools
 * have no failures.
 */
export const noteSql = `with late as (
    select h.school_id, h.webhook_id, h.failing_since from webhooks.health h
    join webhooks.channels l on l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.active and not l.suspended
    where h.failing_since <= $1::timestamptz - interval '1 hour' and h.failing_since is distinct from h.noticed_since
    order by h.failing_since limit ${most} for no key update of h skip locked
  ), noted as (
    insert into webhooks.notices as n (school_id, webhook_id, delivery_id, failing_since, request_id, next_at, updated_at)
    select late.school_id, late.webhook_id, d.delivery_id, late.failing_since, $2, $1, $1 from late
    left join lateral (
      select w.delivery_id from webhooks.due w
      where w.school_id = late.school_id and w.webhook_id = late.webhook_id and w.attempts > 0 order by w.at limit 1
    ) d on true
    on conflict (school_id, webhook_id) do update set
      delivery_id = excluded.delivery_id, failing_since = excluded.failing_since, request_id = excluded.request_id,
      updated_at = excluded.updated_at, next_at = greatest(excluded.next_at, n.sent_at + interval '1 hour')
    -- One that was given up does not stand in for it.
    where n.next_at is null or not exists (select from webhooks.tasks t
      where t.school_id = n.school_id and t.queue = 'send-notice' and t.key = n.webhook_id and t.status <> 'failed')
    returning n.school_id, n.webhook_id
  ), queued as (
    insert into webhooks.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
    select school_id, 'send-notice', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), webhook_id,
      json_build_object('webhook_id', webhook_id), 'ready', $1, $2, $1 from noted
    on conflict (school_id, queue, key) where status in ('ready', 'waiting') do nothing
  )
  update webhooks.health h set noticed_since = late.failing_since from late
  where h.school_id = late.school_id and h.webhook_id = late.webhook_id`

export async function noteFailing(runtime: Runtime): Promise<void> {
  if (!mailerOf(runtime)) return
  const now = runtime.clock.now().toISOString()
  await runtime.system.run([step(noteSql, [now, randomBytes(16).toString('hex')])])
}

export const noteFailingTask = scheduled('note-failing', '*/30 * * * * *', noteFailing)
