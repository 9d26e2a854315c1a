// How many messages leave in a minute: one row for each school and transport, locked while a group is marked.
import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'

export const RateEntity = tenantEntity(
  'crm',
  'transport_rates',
  { transport: column.key().primary(), minute: column.time(), taken: column.integer() },
  { archive: { never: 'counts the present minute', returns: 'empty' } },
)

const minuteMs = 60_000

/** The last minute, from now, for which a message is put off: the school may raise its rate. */
const maxMinutes = 60

/**
 * How many of so many messages may leave in this minute, and when the others are to come again: with the next one if they
 * stand for a queue behind them, else `alone`, in a minute that those who were put off before have not filled. Thousands
 * that all came each minute would ask for nothing.
 */
export async function takeFromRate(
  transport: string,
  { requested, most, alone }: { requested: number; most: number; alone: boolean },
  work: UnitOfWork,
): Promise<{ granted: number; next: Date }> {
  const now = work.origin.now.getTime()
  const minute = new Date(now - (now % minuteMs))
  await work.lock(
    `insert into "crm"."transport_rates" (school_id, transport, minute, taken) values ($1, $2, $3::timestamptz, 0)
     on conflict do nothing`,
    [work.school, transport, minute.toISOString()],
  )
  const { rows } = await work.lock(
    `select case when minute = $3::timestamptz then taken else 0 end from "crm"."transport_rates"
     where school_id = $1 and transport = $2 for update`,
    [work.school, transport, minute.toISOString()],
  )
  const used = Number(rows[0]![0])
  const granted = Math.max(0, Math.min(requested, most - used))
  const minutes = alone ? Math.min(maxMinutes, 1 + Math.floor(Math.max(0, used - most) / most)) : 1
  const next = new Date(minute.getTime() + minutes * minuteMs)
  work.write(
    `update "crm"."transport_rates" set minute = $3::timestamptz, taken = $4 where school_id = $1 and transport = $2`,
    [work.school, transport, minute.toISOString(), String(used + (alone ? requested : granted))],
  )
  return { granted, next }
}
