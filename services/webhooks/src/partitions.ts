// Journal, deliveries and attempts are partitioned by time: partitions are created ahead and dropped when old.
import {
  type PartitionedTable,
  Partitions,
  type Runtime,
  type Step,
  scheduled,
  step,
} from '@lms/service-host'
import { dropExpired } from './dispatch/expired.ts'
import { webhookSettings } from './settings.ts'
import { daysOfOutcomes } from './webhooks/health.ts'

// The first migration is made from this list: after its release, a further table needs a list and a migration of its
// own.
export const partitioned: readonly PartitionedTable[] = [
  { name: 'events', prefix: 'evt', width: 'month' },
  // Migration 006 has made the fill factor 50.
  { name: 'deliveries', prefix: 'dlv', width: 'week', fillFactor: 75 },
  { name: 'attempts', prefix: 'dat', width: 'week' },
]
export const partitions = new Partitions('webhooks', partitioned)

/** Creates partitions some weeks ahead, and drops those beyond their retention. */
export async function keepPartitions(runtime: Runtime): Promise<void> {
  const { system } = runtime
  const { journalDays, deliveryDays } = webhookSettings(runtime)
  await partitions.keep(system, { events: journalDays, deliveries: deliveryDays, attempts: deliveryDays })
  await system.run([
    step('delete from webhooks.erased_people where till < now()'),
    step(`delete from webhooks.outcomes where since < now() - interval '${daysOfOutcomes} days'`),
    // The last log of a deleted subscription precedes the end of its channel.
    step(
      `delete from webhooks.health h where not exists (
         select from webhooks.channels l where l.school_id = h.school_id and l.webhook_id = h.webhook_id)`,
    ),
  ])
  await dropExpired(runtime, deliveryDays)
  await system.run([skipExpiredStep(deliveryDays)])
}

/** Maximum events that are walked for each channel. */
const maxSkipped = 20_000

/** Idle channels skip events older than the retention of deliveries. */
const skipExpiredStep = (days: number): Step =>
  step(
    `with idle as (
       select l.school_id, l.webhook_id from webhooks.channels l
       join webhooks.cursors c on c.school_id = l.school_id and c.webhook_id = l.webhook_id and not c.caught_up
       where l.holder is null for update of l skip locked
     )
     update webhooks.cursors c set sequence = old.sequence, moves = c.moves + 1
     from idle i cross join lateral (
       select max(e.sequence) as sequence from (
         select e.sequence, e.entered_at from webhooks.events e, webhooks.cursors o
         where o.school_id = i.school_id and o.webhook_id = i.webhook_id
           and e.school_id = i.school_id and e.sequence > o.sequence
         order by e.sequence limit ${maxSkipped}
       ) e where e.entered_at < now() - make_interval(days => $1)
     ) old
     where c.school_id = i.school_id and c.webhook_id = i.webhook_id and old.sequence is not null`,
    [String(days)],
  )

export const keepPartitionsTask = scheduled('keep-partitions', '4 * * * *', keepPartitions, { deadline: 300 })
