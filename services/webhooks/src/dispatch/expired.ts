// Deliveries that have waited longer than their retention, of an inactive subscription or a suspended school.
import { type Fields, type Runtime, type Step, step } from '@lms/service-host'
import { wakeStep } from '../deliveries/wake.ts'
import { notifyDispatchers } from '../notifications.ts'
import { columnsOf } from '../rows.ts'
import { nextSteps } from './order.ts'

/** Drops those older than `days`. */
export async function dropExpired(runtime: Runtime, days: number): Promise<void> {
  await runtime.system.run([
    step(
      `delete from webhooks.due where ctid = any(array(
         select d.ctid from webhooks.due d
         where d.object_id is null and ${isExpired} for update skip locked))`,
      [String(days)],
    ),
  ])
  while (await dropOrdered(runtime, days));
}

/** In a query of its own, which is computed once: as a function it would be called for each row. */
const isExpired = `d.delivery_id < (select webhooks.id_at('dlv', now() - make_interval(days => $1)))`

/** Maximum ordered deliveries that one transaction drops. */
export const maxDropped = 1000
/** Maximum channels that it locks. */
const maxChannels = 100

/** The ordered deliveries `d` of a channel `l` that may be dropped: a dispatcher may be sending the others at this moment. */
const droppedSql = `d.school_id = l.school_id and d.webhook_id = l.webhook_id and d.object_id is not null
  and ${isExpired} and (d.at = 'infinity' or l.leased_until is null or l.leased_until < now())`

/**
 * Drops some ordered deliveries, and makes those behind them due: otherwise these, and all later events of their
 * objects, would wait for ever. Locked channels are left to the next run. Returns whether there may be more.
 */
async function dropOrdered(runtime: Runtime, days: number): Promise<boolean> {
  const dropped = await runtime.system.transaction(async send => {
    const [channels] = await send([channelsStep(days)])
    if (channels!.rows.length === 0) return []
    // A statement of its own, so that it sees what was changed before the channels were locked.
    const [deleted] = await send([deleteStep(channels!.rows, days)])
    const { rows } = deleted!
    const now = runtime.clock.now()
    const ended = rows.map(([school, webhook, object]) => ({
      school: school!,
      webhook: webhook!,
      object: object!,
    }))
    if (ended.length > 0)
      await send([...nextSteps(ended, now), wakeStep(columnsOf(rows, 2), now.toISOString())])
    return ended
  })
  if (dropped.length > 0) notifyDispatchers(runtime, [...new Set(dropped.map(({ webhook }) => webhook))])
  return dropped.length > 0
}

const channelsStep = (days: number): Step =>
  step(
    `select l.school_id, l.webhook_id from webhooks.channels l
     where exists (select from webhooks.due d where ${droppedSql})
     limit ${maxChannels} for no key update of l skip locked`,
    [String(days)],
  )

const deleteStep = (channels: readonly Fields[], days: number): Step =>
  step(
    `delete from webhooks.due where ctid = any(array(
       select d.ctid from unnest($2::text[], $3::text[]) k(school_id, webhook_id)
       join webhooks.channels l on l.school_id = k.school_id and l.webhook_id = k.webhook_id
       join webhooks.due d on ${droppedSql} limit ${maxDropped}))
     returning school_id, webhook_id, object_id`,
    [String(days), ...columnsOf(channels, 2)],
  )
