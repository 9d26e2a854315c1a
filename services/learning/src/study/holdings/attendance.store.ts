// Who attended the sessions of webinars that rules name. Numbers only grow and times only become earlier, so news may come
// twice and in any order.
import type { Id } from '@lms/contract'
import { column, readDatabaseTime, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import type { Attended } from '../openings/facts.ts'
import { lookFor } from '../openings/look-up-openings.ts'

export const AttendanceEntity = tenantEntity(
  'learning',
  'attendances',
  {
    user_id: column.id<'usr'>().primary(),
    session_id: column.id<'wbs'>().primary(),
    webinar_id: column.id<'wbn'>(),
    kind: column.key(),
    live_seconds: column.integer(),
    live_at: column.time().nullable(),
    watched_50_at: column.time().nullable(),
    watched_90_at: column.time().nullable(),
    watched_100_at: column.time().nullable(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'webinar_id'] }],
  },
)

/** What became known at a time. */
export interface Attendance {
  user_id: Id<'usr'>
  session_id: Id<'wbs'>
  webinar_id: Id<'wbn'>
  kind: 'live' | 'auto'
  live_seconds: number
  recording_percent: number
  at: string
}

const columns =
  'user_id, session_id, webinar_id, kind, live_seconds, live_at, watched_50_at, watched_90_at, watched_100_at'
const united = `live_seconds = greatest(a.live_seconds, excluded.live_seconds),
  live_at = least(a.live_at, excluded.live_at), watched_50_at = least(a.watched_50_at, excluded.watched_50_at),
  watched_90_at = least(a.watched_90_at, excluded.watched_90_at),
  watched_100_at = least(a.watched_100_at, excluded.watched_100_at)`

export class AttendanceStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Takes over what is known of webinars that rules name. */
  take(reported: readonly Attendance[]): void {
    if (reported.length === 0) return
    const watched = (percent: number) => `case when recording_percent >= ${percent} then at end`
    this.work.write(
      `insert into "learning"."attendances" as a (school_id, ${columns})
       select $1, user_id, session_id, webinar_id, kind, live_seconds, case when live_seconds > 0 then at end,
         ${watched(50)}, ${watched(90)}, ${watched(100)}
       from json_to_recordset($2::json) r (user_id text, session_id text, webinar_id text, kind text, live_seconds int,
         recording_percent int, at timestamptz)
       where exists (select 1 from "learning"."rule_refs" n where n.school_id = $1 and n.object_id = r.webinar_id)
       order by user_id, session_id
       on conflict (school_id, user_id, session_id) do update set ${united}`,
      [this.work.school, JSON.stringify(reported)],
    )
    const [people, webinars] = [reported.map(each => each.user_id), reported.map(each => each.webinar_id)]
    lookFor(this.work, { people: [...new Set(people)], objects: [...new Set(webinars)] })
  }

  /** What these people attended, by person and webinar. */
  async ofPeople(userIds: readonly string[]): Promise<Map<string, Map<Id<'wbn'>, Attended[]>>> {
    const { rows } = await this.work.read(
      `select user_id, webinar_id, kind, live_seconds, live_at, watched_50_at, watched_90_at, watched_100_at
       from "learning"."attendances" where school_id = $1 and user_id = any($2::text[])`,
      [this.work.school, textArray(userIds)],
    )
    const people = new Map<string, Map<Id<'wbn'>, Attended[]>>()
    for (const [user, webinar, kind, seconds, live, half, most, all] of rows) {
      const own = people.get(user!) ?? new Map<Id<'wbn'>, Attended[]>()
      people.set(user!, own)
      const sessions = own.get(webinar as Id<'wbn'>) ?? []
      own.set(webinar as Id<'wbn'>, sessions)
      sessions.push({
        kind: kind as Attended['kind'],
        live_seconds: Number(seconds),
        live_at: timeOf(live),
        watched_at: { 50: timeOf(half), 90: timeOf(most), 100: timeOf(all) },
      })
    }
    return people
  }

  /** Gives those of a person to another, who keeps the larger numbers and earlier times of two. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `insert into "learning"."attendances" as a (school_id, ${columns})
       select school_id, $2, ${columns.replace('user_id, ', '')} from "learning"."attendances"
       where school_id = $1 and user_id = $3
       on conflict (school_id, user_id, session_id) do update set ${united}`,
      [this.work.school, into, from],
    )
    this.work.write(`delete from "learning"."attendances" where school_id = $1 and user_id = $2`, [
      this.work.school,
      from,
    ])
  }
}

const timeOf = (time: string | null | undefined): string | null => (time ? readDatabaseTime(time) : null)
