// The order of objects: when a delivery ends, the next one of its object becomes due.
import { type Step, step } from '@lms/service-host'
import { columnsOf } from '../rows.ts'

export interface Ended {
  school: string
  webhook: string
  object: string
}

/** By its place in the table: found by any other key, the planner may look for it among all that waits at infinity. */
export const nextSql = `with freed as (
    update webhooks.due d set at = $4::timestamptz
    where d.ctid = any(array(
      select first.ctid from unnest($1::text[], $2::text[], $3::text[]) k(school_id, webhook_id, object_id)
      cross join lateral (
        select w.ctid, w.at from webhooks.due w
        where w.school_id = k.school_id and w.webhook_id = k.webhook_id and w.object_id = k.object_id
        order by w.sequence limit 1
      ) first
      where first.at = 'infinity'
    ))
    returning d.school_id, d.delivery_id
  )
  update webhooks.deliveries d set next_attempt_at = $4::timestamptz from freed f
  where d.school_id = f.school_id and d.id = f.delivery_id`

/**
 * Makes the deliveries behind these due. Adding a delivery for an object and ending one both lock the channel. Otherwise a
 * delivery added meanwhile would wait for ever.
 */
export function nextSteps(ended: readonly Ended[], now: Date): Step[] {
  const keys = new Map(
    ended.map(({ school, webhook, object }) => [`${webhook} ${object}`, [school, webhook, object]]),
  )
  if (keys.size === 0) return []
  return [step(nextSql, [...columnsOf([...keys.values()], 3), now.toISOString()])]
}
