// How many messages leave in a minute: one row for each school and transport, locked while a group is marked.
import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'

export const RateEntity = tenantEntity(
  'crm',
  'transport_rates',
  { transport: column.key().primary(), minute: column.time(), taken: column.integer() },
  { archive: { never: 'counts the present minute', returns: 'empty' } },
)

const minuteMs = 60_000

/** How many of so many messages may leave in this minute, and when the next one begins. */
export async function takeFromRate(
  transport: string,
  { wanted, most }: { wanted: number; most: number },
  work: UnitOfWork,
): Promise<{ granted: number; next: Date }> {
  const now = work.origin.now.getTime()
  const minute = new Date(now - (now % minuteMs))
  const next = new Date(minute.getTime() + minuteMs)
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
  const taken = Number(rows[0]![0])
  const granted = Math.max(0, Math.min(wanted, most - taken))
  work.write(
    `update "crm"."transport_rates" set minute = $3::timestamptz, taken = $4 where school_id = $1 and transport = $2`,
    [work.school, transport, minute.toISOString(), String(taken + granted)],
  )
  return { granted, next }
}
