// The way of people through segments, from their entries.
import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { maxPeople, maxSteps, movesOfSegments } from './moves.contract.ts'

interface Way {
  readonly segmentIds: readonly Id<'seg'>[]
  readonly from: string
  readonly to: string
  readonly windowDays: number
}

/**
 * Each step has the people of the step before who entered its segment afterwards, within the window since their first
 * entry; the first step those whose first entry is in the period.
 */
async function stepsOf({ segmentIds, from, to, windowDays }: Way, work: UnitOfWork) {
  const steps = segmentIds.map((_, index) =>
    index === 0
      ? `s0 as (select user_id, at, at as since, null::interval as took from (
           select user_id, min(at) as at from "crm"."segment_moves"
           where school_id = $1 and segment_id = ($2::text[])[1] and kind = 'entered' group by user_id) e
         where at >= $3::timestamptz and at < $4::timestamptz)`
      : `s${index} as (select m.user_id, min(m.at) as at, p.since, min(m.at) - p.at as took from s${index - 1} p
           join "crm"."segment_moves" m on m.school_id = $1 and m.user_id = p.user_id
             and m.segment_id = ($2::text[])[${index + 1}] and m.kind = 'entered' and m.at >= p.at
             and m.at <= p.since + make_interval(days => $5::int)
         group by m.user_id, p.since, p.at)`,
  )
  const figures = segmentIds.map(
    (_, index) =>
      `select ${index} as step, count(*), percentile_cont(0.5) within group (order by extract(epoch from took)) / 3600,
         (select min(at) from "crm"."segment_moves" where school_id = $1 and segment_id = ($2::text[])[${index + 1}]),
         case when count(*) <= ${maxPeople} then array_to_string(array_agg(user_id order by user_id), ',') end
       from s${index}`,
  )
  const { rows } = await work.read(
    `with ${steps.join(', ')} select * from (${figures.join(' union all ')}) f order by step`,
    [work.school, textArray(segmentIds), from, to, ...(segmentIds.length > 1 ? [String(windowDays)] : [])],
  )
  return rows.map(([, people, hours, since, ids], index) => ({
    segment_id: segmentIds[index]!,
    people: Number(people),
    median_hours: hours ? Math.round(Number(hours)) : null,
    known_since: since ? readDatabaseTime(since) : null,
    user_ids:
      ids === null && Number(people) > 0 ? null : ((ids ?? '').split(',').filter(Boolean) as Id<'usr'>[]),
  }))
}

export const movesHandlers = builder.implement(movesOfSegments, {
  funnel: async ({ body: { segment_ids, from, to, window_days }, work }, { segments }) => {
    const existing = segment_ids.length
      ? await segments.many(segment_ids)
      : await segments.walk({ sql: 'true', values: [] }, null, maxSteps)
    const ids = new Set(existing.map(({ id }) => id))
    const segmentIds = segment_ids.length ? segment_ids.filter(id => ids.has(id)) : [...ids]
    if (segmentIds.length < segment_ids.length || segmentIds.length === 0) return { steps: [] }
    return { steps: await stepsOf({ segmentIds, from, to, windowDays: window_days }, work) }
  },
})
