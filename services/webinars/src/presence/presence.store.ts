import { formatTime } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { hourOf, placeOfHour, type Row, slotsIn } from './slots.rules.ts'

/** The slots of a person. */
export interface PersonSlots {
  user_id: string
  rows: readonly Row[]
}

export class PresenceStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Sets slots of live presence; those that are set stay. */
  setLive(sessionId: string, people: readonly PersonSlots[]): void {
    const all = people.flatMap(({ user_id, rows }) => rows.map(row => ({ user_id, ...row })))
    if (all.length === 0) return
    this.#work.write(
      `insert into "webinars"."presence_hours" as p (school_id, session_id, user_id, hour, slots)
       select $1, $2, n.user_id, n.hour, n.slots
       from unnest($3::text[], $4::timestamptz[], $5::bit(240)[]) n (user_id, hour, slots) order by n.user_id, n.hour
       on conflict (school_id, session_id, user_id, hour) do update set slots = p.slots | excluded.slots`,
      [
        this.#work.school,
        sessionId,
        textArray(all.map(({ user_id }) => user_id)),
        textArray(all.map(({ position }) => formatTime(hourOf(position)))),
        textArray(all.map(({ slots }) => slots)),
      ],
    )
  }

  /** Sets slots of the recording. */
  setWatched(sessionId: string, people: readonly PersonSlots[]): void {
    const all = people.flatMap(({ user_id, rows }) => rows.map(row => ({ user_id, ...row })))
    if (all.length === 0) return
    this.#work.write(
      `insert into "webinars"."watched_parts" as p (school_id, session_id, user_id, part, slots)
       select $1, $2, n.user_id, n.part, n.slots
       from unnest($3::text[], $4::int[], $5::bit(240)[]) n (user_id, part, slots) order by n.user_id, n.part
       on conflict (school_id, session_id, user_id, part) do update set slots = p.slots | excluded.slots`,
      [
        this.#work.school,
        sessionId,
        textArray(all.map(({ user_id }) => user_id)),
        textArray(all.map(({ position }) => String(position))),
        textArray(all.map(({ slots }) => slots)),
      ],
    )
  }

  /** The people who were present, in the order of their ids, after one of them. */
  async peopleAfter(sessionId: string, after: string, most: number): Promise<string[]> {
    const { rows } = await this.#work.read(
      `select distinct user_id from "webinars"."presence_hours" where school_id = $1 and session_id = $2
         and user_id > $3 order by user_id limit $4`,
      [this.#work.school, sessionId, after, String(most)],
    )
    return rows.map(([id]) => id!)
  }

  /** The slots of live presence of these people, each in their order. */
  async liveOf(sessionId: string, userIds: readonly string[]): Promise<Map<string, number[]>> {
    const { rows } = await this.#work.read(
      `select user_id, hour, slots::text from "webinars"."presence_hours"
       where school_id = $1 and session_id = $2 and user_id = any($3::text[])`,
      [this.#work.school, sessionId, textArray(userIds)],
    )
    const byUser = Map.groupBy(rows, ([user]) => user!)
    const toRow = ([, hour, slots]: readonly (string | null)[]) => ({
      position: placeOfHour(readDatabaseTime(hour!)),
      slots: slots!,
    })
    return new Map([...byUser].map(([user, hours]) => [user, slotsIn(hours.map(toRow))]))
  }

  /** The last slot of live presence of each of these people in these sessions, by session and person. */
  async lastOf(of: readonly { session_id: string; user_id: string }[]): Promise<Map<string, number>> {
    if (of.length === 0) return new Map()
    const { rows } = await this.#work.read(
      `select distinct on (p.session_id, p.user_id) p.session_id, p.user_id, p.hour, p.slots::text
       from unnest($2::text[], $3::text[]) n (session_id, user_id)
       join "webinars"."presence_hours" p on p.school_id = $1 and p.session_id = n.session_id and p.user_id = n.user_id
       order by p.session_id, p.user_id, p.hour desc`,
      [
        this.#work.school,
        textArray(of.map(({ session_id }) => session_id)),
        textArray(of.map(({ user_id }) => user_id)),
      ],
    )
    return new Map(
      rows.map(([session, user, hour, slots]) => [
        `${session} ${user}`,
        slotsIn([{ position: placeOfHour(readDatabaseTime(hour!)), slots: slots! }]).at(-1)!,
      ]),
    )
  }

  /** The number of slots of the recording that a person has watched. */
  async watchedBy(sessionId: string, userId: string): Promise<number> {
    const { rows } = await this.#work.read(
      `select coalesce(sum(bit_count(slots)), 0) from "webinars"."watched_parts"
       where school_id = $1 and session_id = $2 and user_id = $3`,
      [this.#work.school, sessionId, userId],
    )
    return Number(rows[0]![0])
  }

  /** Joins the slots of a person with those of another. */
  moveTo(into: string, from: string): void {
    for (const [table, column] of tables) {
      this.#work.write(
        `insert into "webinars"."${table}" as p (school_id, session_id, user_id, ${column}, slots)
         select school_id, session_id, $3, ${column}, slots from "webinars"."${table}" where school_id = $1 and user_id = $2
         on conflict (school_id, session_id, user_id, ${column}) do update set slots = p.slots | excluded.slots`,
        [this.#work.school, from, into],
      )
      this.#work.write(`delete from "webinars"."${table}" where school_id = $1 and user_id = $2`, [
        this.#work.school,
        from,
      ])
    }
  }
}

const tables = [
  ['presence_hours', 'hour'],
  ['watched_parts', 'part'],
] as const
