// The rows of usage: reports add to them, counts of other services replace what they have.
import {
  type DerivedMetric,
  derivedMetrics,
  formatTime,
  reportedMetrics,
  type UsageReport,
} from '@lms/contract'
import { type Database, type Fields, readDatabaseTime, step, type UnitOfWork } from '@lms/service-host'
import type { UsageDay } from './usage.contract.ts'

/** How long it is known who was active on a day that is closed. */
const peopleDays = 3
const reporterDays = 30
const dayMs = 86_400_000

const summed = [...reportedMetrics, 'active_people'] as const
const metrics = [...summed, ...derivedMetrics] as const
const columns = ['school_id', 'day', ...metrics, 'closed', 'counted_at'].join(', ')

/** Reports and counts may come after the end of a school that was erased. */
const isThere = (school: string) =>
  `not exists (select from service.erased_schools e where e.school_id = ${school})`

/** The active people of a day that is not closed yet are counted from their rows. */
const activeNow = `greatest(d.active_people, (select count(*) from service.usage_people p
  where p.school_id = d.school_id and p.day = d.day))`

export class UsageStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The days of the school in a period, the earliest first. */
  async days(from: string, to: string): Promise<UsageDay[]> {
    const { rows } = await this.#work.read(
      `select ${columns.replace('active_people', `case when d.closed then d.active_people else ${activeNow} end`)}
       from service.usage_days d where d.school_id = $1 and d.day between $2 and $3 order by d.day`,
      [this.#work.school, from, to],
    )
    return rows.map(dayIn)
  }
}

function dayIn(fields: Fields): UsageDay {
  const [school_id, day, ...rest] = fields
  const [closed, counted] = rest.splice(metrics.length)
  return {
    ...{ school_id, day, closed: closed === 't' },
    counted_at: counted ? readDatabaseTime(counted) : null,
    ...figuresIn(rest),
  } as UsageDay
}

const figuresIn = (fields: Fields) =>
  Object.fromEntries(
    metrics.map((metric, index) => [metric, fields[index] === null ? null : Number(fields[index])]),
  )

/** Usage of all schools, for workers and for the platform team. */
export class UsageOfAll {
  readonly #system: Database
  constructor(system: Database) {
    this.#system = system
  }

  /** Counts a report; false for one that was counted before. */
  async count({ process, sequence, counts, people }: UsageReport, now: Date): Promise<boolean> {
    const text = `with news as (
        insert into service.usage_reporters as r (school_id, process, sequence, at) values ('-', $1, $2::bigint, $3::timestamptz)
        on conflict (school_id, process) do update set sequence = excluded.sequence, at = excluded.at
          where r.sequence < excluded.sequence
        returning 1),
      days as (
        insert into service.usage_days as d (school_id, day, requests, bytes_sent, tasks, active_people, closed)
        select c.school_id, c.day, c.requests, c.bytes_sent, c.tasks, 0, false
        from jsonb_to_recordset($4::jsonb) c (school_id text, day text, requests bigint, bytes_sent bigint, tasks bigint)
        where exists (select from news) and ${isThere('c.school_id')} order by c.school_id, c.day
        on conflict (school_id, day) do update set requests = d.requests + excluded.requests,
          bytes_sent = d.bytes_sent + excluded.bytes_sent, tasks = d.tasks + excluded.tasks, closed = false),
      seen as (
        insert into service.usage_people (school_id, day, user_id)
        select p.school_id, p.day, p.user_id from jsonb_to_recordset($5::jsonb) p (school_id text, day text, user_id text)
        where exists (select from news) and ${isThere('p.school_id')} order by p.school_id, p.day, p.user_id
        on conflict do nothing)
      select exists (select from news)`
    const values = [
      process,
      String(sequence),
      formatTime(now),
      JSON.stringify(counts),
      JSON.stringify(people),
    ]
    const [row] = await this.#system.rows(step(text, values))
    return row![0] === 't'
  }

  /** Begins a day for all schools that had one in the week before: files are kept also where nobody asks for anything. */
  async begin(day: string): Promise<void> {
    await this.#system.run([
      step(
        `insert into service.usage_days (school_id, day, requests, bytes_sent, tasks, active_people, closed)
         select distinct school_id, $1, 0, 0, 0, 0, false from service.usage_days d
         where day >= $2 and day < $1 and ${isThere('d.school_id')}
         order by school_id on conflict do nothing`,
        [day, dayBefore(day, 7)],
      ),
    ])
  }

  /** The next days before this one that are not closed, after one of them. */
  async open(before: string, after: UsagePlace | null, most: number): Promise<UsagePlace[]> {
    const rows = await this.#system.rows(
      step(
        `select school_id, day from service.usage_days
         where closed = false and day < $1 and (school_id, day) > ($2, $3) order by school_id, day limit $4`,
        [before, after?.school_id ?? '', after?.day ?? '', String(most)],
      ),
    )
    return rows.map(([school_id, day]) => ({ school_id: school_id!, day: day! }))
  }

  /**
   * Enters what services have counted of a day; `closes` if all have, after its end. A report that comes later opens the
   * day again.
   */
  async enter(
    { school_id, day }: UsagePlace,
    figures: Partial<Record<DerivedMetric, number>>,
    closes: boolean,
    now: Date,
  ): Promise<void> {
    const set = derivedMetrics
      .map((metric, index) => `${metric} = coalesce($${index + 5}::bigint, d.${metric})`)
      .join(', ')
    await this.#system.run([
      step(
        `insert into service.usage_days (school_id, day, requests, bytes_sent, tasks, active_people, closed)
         select $1, $2, 0, 0, 0, 0, false where ${isThere('$1')} on conflict do nothing`,
        [school_id, day],
      ),
      step(
        `update service.usage_days d set closed = d.closed or $3::boolean, counted_at = $4::timestamptz, ${set},
           active_people = ${activeNow}
         where d.school_id = $1 and d.day = $2`,
        [
          ...[school_id, day, String(closes), formatTime(now)],
          ...derivedMetrics.map(metric => (figures[metric] === undefined ? null : String(figures[metric]))),
        ],
      ),
    ])
  }

  /** Forgets who was active on days that are closed, processes that have ended, and days older than `kept`. */
  async forget(today: string, keptDays: number): Promise<void> {
    await this.#system.run([
      step(
        `delete from service.usage_people p using service.usage_days d
         where p.day < $1 and d.school_id = p.school_id and d.day = p.day and d.closed`,
        [dayBefore(today, peopleDays)],
      ),
      step(`delete from service.usage_reporters where at < $1::timestamptz`, [
        `${dayBefore(today, reporterDays)}T00:00:00Z`,
      ]),
      step(`delete from service.usage_days where day < $1`, [dayBefore(today, keptDays)]),
      step(`delete from service.usage_people where day < $1`, [dayBefore(today, keptDays)]),
    ])
  }

  /** The sums of schools in a period, in the order of their ids; of kept bytes the last that were counted. */
  async schools(from: string, to: string, after: string | null, most: number): Promise<UsageSum[]> {
    const sums = metrics.map(metric => {
      if (metric === 'active_people') return `max(${activeNow})`
      if (metric === 'bytes_kept')
        return `(array_agg(d.bytes_kept order by d.day desc) filter (where d.bytes_kept is not null))[1]`
      return `sum(d.${metric})`
    })
    const rows = await this.#system.rows(
      step(
        `select d.school_id, ${sums.join(', ')} from service.usage_days d
         where d.day between $1 and $2 and d.school_id > $3 group by d.school_id order by d.school_id limit $4`,
        [from, to, after ?? '', String(most)],
      ),
    )
    return rows.map(([school_id, ...rest]) => ({ school_id, ...figuresIn(rest) }) as UsageSum)
  }
}

export interface UsagePlace {
  school_id: string
  day: string
}
export type UsageSum = Omit<UsageDay, 'day' | 'closed' | 'counted_at'>

/** The day of UTC some days before another one. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
