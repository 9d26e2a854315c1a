import { randomBytes } from 'node:crypto'
import type { UnitOfWork } from '@lms/service-host'
import { channelOf } from '../facts/channel.ts'
import { dayNumber } from '../facts/day.ts'

export interface CountedVisit {
  readonly visitor: string
  readonly page: string
  readonly source: string
  readonly medium: string
  readonly campaign: string
}

/** Of one day: rows that tell visitors apart, and channels and pages that are told apart. Of further ones none has a channel. */
const maxVisitors = 1_000_000
const maxChannels = 2000
/** Rows that one step deletes. */
const atOnce = 20_000

export class VisitStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The salt of a day, made with the first question; `isNew` says whether this is the first one. */
  async salt(day: string): Promise<{ salt: string; isNew: boolean }> {
    const { school } = this.#work
    const { rows } = await this.#work.lock(
      `insert into "analytics"."visit_salts" (school_id, day, salt) values ($1, $2, $3) on conflict do nothing returning salt`,
      [school, String(dayNumber(day)), randomBytes(32).toString('base64url')],
    )
    if (rows[0]) return { salt: rows[0][0]!, isNew: true }
    const present = await this.#work.read(
      'select salt from "analytics"."visit_salts" where school_id = $1 and day = $2',
      [school, String(dayNumber(day))],
    )
    return { salt: present.rows[0]![0]!, isNew: false }
  }

  /** Counts who was not yet on a page on that day; how many. Of a day that is over nobody is counted. */
  async count(day: string, visits: readonly CountedVisit[]): Promise<number> {
    const { school } = this.#work
    const number = String(dayNumber(day))
    await this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`visits of ${school}`])
    const { rows } = await this.#work.read(
      `select exists (select from "analytics"."visit_salts" where school_id = $1 and day = $2), count(*),
         coalesce(sum(visitors), 0) from "analytics"."visit_counts" where school_id = $1 and day = $2`,
      [school, number],
    )
    const [isOpen, channels, visitors] = rows[0]!
    if (isOpen !== 't' || Number(visitors) >= maxVisitors) return 0
    const hasRoom = Number(channels) < maxChannels
    const counted = await this.#work.lock(countSql, [
      school,
      number,
      JSON.stringify(visits.map(each => ({ ...each, ...channelOf(hasRoom ? each : {}) }))),
    ])
    return Number(counted.rows[0]![0])
  }

  /** Deletes the salts of days before this one, and so many of the rows that tell their visitors apart; whether any is left. */
  async forget(today: string): Promise<boolean> {
    const values = [this.#work.school, String(dayNumber(today))]
    await this.#work.lock('delete from "analytics"."visit_salts" where school_id = $1 and day < $2', values)
    const { rows } = await this.#work.lock(
      `delete from "analytics"."visitors" where ctid = any(array(
         select ctid from "analytics"."visitors" where school_id = $1 and day < $2 limit ${atOnce})) and school_id = $1
       returning 1`,
      values,
    )
    return rows.length === atOnce
  }
}

/** A visitor has one channel a day, that of their first page. */
const countSql = `
  with visit as (
    select * from rows from (jsonb_to_recordset($3::jsonb)
      as (visitor text, page text, source text, medium text, campaign text)) with ordinality
      v(visitor, page, source, medium, campaign, n)),
  begun as (
    select distinct on (v.visitor) v.visitor, v.page, p.visitor is not null as known, coalesce(p.source, v.source) as source,
      coalesce(p.medium, v.medium) as medium, coalesce(p.campaign, v.campaign) as campaign
    from visit v left join lateral (select p.* from "analytics"."visitors" p
      where p.school_id = $1 and p.day = $2::int and p.visitor = v.visitor limit 1) p on true
    order by v.visitor, v.n),
  fresh as (
    insert into "analytics"."visitors" (school_id, day, visitor, page, source, medium, campaign)
    select distinct on (v.visitor, v.page) $1, $2::int, v.visitor, v.page, b.source, b.medium, b.campaign
    from visit v join begun b on b.visitor = v.visitor order by v.visitor, v.page
    on conflict do nothing returning visitor, page, source, medium, campaign),
  added as (
    insert into "analytics"."visit_counts" as c (school_id, day, page, source, medium, campaign, visitors, entries)
    select $1, $2::int, f.page, f.source, f.medium, f.campaign, count(*), count(*) filter (where not b.known and b.page = f.page)
    from fresh f join begun b on b.visitor = f.visitor group by f.page, f.source, f.medium, f.campaign
    order by f.page, f.source, f.medium, f.campaign
    on conflict (school_id, day, page, source, medium, campaign) do update
      set visitors = c.visitors + excluded.visitors, entries = c.entries + excluded.entries)
  select count(*) from fresh`
