import {
  column,
  enqueueSelected,
  moveSql,
  objectTable,
  type RowIn,
  storeOf,
  textArray,
  visibleByPerson,
} from '@lms/service-host'
import type { Entry } from '../links/entry-token.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { placeBuyers } from '../sessions/session.task.ts'
import {
  webinarRegistrations as operations,
  RegistrationRecord,
  registrationLifecycle,
  webinarRegistered,
} from './registration.contract.ts'

const registrations = objectTable('webinars.registrations', RegistrationRecord, {
  list: operations.list,
  unique: [{ of: ['session_id', 'user_id'] }],
  indexes: [
    ['session_id', 'created_at', 'id'],
    ['session_id', 'status', 'id'],
    ['user_id', 'created_at', 'id'],
    ['webinar_id', 'created_at', 'id'],
    ['order_id', 'id'],
  ],
  /** How often the entry was renewed. */
  hidden: { entry_number: column.integer() },
  visible: visibleByPerson('webinars', 'user_id'),
  lifecycle: {
    of: registrationLifecycle,
    emits: { register: webinarRegistered, cancel: webinarRegistered },
  },
})
export type RegistrationRow = RowIn<typeof registrations>

/** Whether the person of a registration is still one of the school: their entry outlives them. */
const isHere = (table: string) =>
  `not exists (select from "webinars"."people" p
     where p.school_id = ${table}.school_id and p.id = ${table}.user_id and p.gone)`

const again = moveSql(registrationLifecycle, 'register', 't')

/** A participant in a session of this state. */
export type Beating = Pick<RegistrationRow, 'user_id' | 'session_id'> & Pick<SessionRow, 'status'>

export class RegistrationStore extends storeOf(registrations) {
  /** The registration to which an entry leads; null for one that is not there or canceled, or whose person is gone. */
  async entered({ id, entry_number }: Entry): Promise<RegistrationRow | null> {
    const { rows } = await this.work.read(
      `${registrations.select} and t.id = $2 and t.entry_number = $3 and t.status = 'registered' and ${isHere('t')}`,
      [this.work.school, id, String(entry_number)],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The registration of a person for a session, locked, whoever asks; null if there is none. */
  async lockOf(sessionId: string, userId: string): Promise<RegistrationRow | null> {
    const { rows } = await this.work.lock(
      `${registrations.select} and t.session_id = $2 and t.user_id = $3 for update`,
      [this.work.school, sessionId, userId],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The registrations that an order paid for and that are not canceled, in the order of their sessions. */
  async ofOrder(orderId: string): Promise<RegistrationRow[]> {
    const { rows } = await this.work.read(
      `${registrations.select} and t.order_id = $2 and t.status = 'registered' order by t.session_id`,
      [this.work.school, orderId],
    )
    return rows.map(row => this.read(row))
  }

  /** The registrations of a person for sessions that are to be held or go on in a time, the earliest session first. */
  async registeredBetween(
    userId: string,
    { from, to }: { from: string; to: string },
    most: number,
  ): Promise<RegistrationRow[]> {
    const { rows } = await this.work.read(
      `${registrations.select} and t.user_id = $2 and t.status = 'registered' and exists (
         select 1 from "webinars"."sessions" s where s.school_id = t.school_id and s.id = t.session_id
           and s.status in ('scheduled', 'live') and s.starts_at <= $4
           and s.starts_at + s.duration_minutes * interval '1 minute' >= $3)
       order by (select s.starts_at from "webinars"."sessions" s
         where s.school_id = t.school_id and s.id = t.session_id), t.id limit $5`,
      [this.work.school, userId, from, to, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** The registrations for a session, in the order of their ids, after one of them. */
  async registeredAfter(sessionId: string, after: string, most: number): Promise<RegistrationRow[]> {
    const { rows } = await this.work.read(
      `${registrations.select} and t.session_id = $2 and t.status = 'registered' and t.id > $3 order by t.id limit $4`,
      [this.work.school, sessionId, after, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** Whether the person is registered for the session. */
  async isRegistered(userId: string | null, sessionId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "webinars"."registrations"
       where school_id = $1 and session_id = $2 and user_id = $3 and status = 'registered'`,
      [this.work.school, sessionId, userId],
    )
    return rows.length > 0
  }

  /** Whose beat it is, and what the session is doing, in one round trip; null where there is no entry. */
  async beating({ id, entry_number }: Entry): Promise<Beating | null> {
    const { rows } = await this.work.read(
      `select r.user_id, r.session_id, s.status from "webinars"."registrations" r
         join "webinars"."sessions" s on s.school_id = r.school_id and s.id = r.session_id
       where r.school_id = $1 and r.id = $2 and r.entry_number = $3 and r.status = 'registered' and ${isHere('r')}`,
      [this.work.school, id, String(entry_number)],
    )
    const [user_id, session_id, status] = rows[0] ?? []
    return user_id ? ({ user_id, session_id, status } as Beating) : null
  }

  /** How many participants of a session raise a hand. */
  async handsIn(sessionId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "webinars"."registrations" where school_id = $1 and session_id = $2
         and status = 'registered' and hand_raised_at is not null`,
      [this.work.school, sessionId],
    )
    return Number(rows[0]![0])
  }

  /** Of these people the ones who are registered for the session, in the order of their ids. */
  async registeredAmong(sessionId: string, userIds: readonly string[]): Promise<string[]> {
    const { rows } = await this.work.read(
      `select user_id from "webinars"."registrations" where school_id = $1 and session_id = $2
         and user_id = any($3::text[]) and status = 'registered' order by user_id`,
      [this.work.school, sessionId, textArray(userIds)],
    )
    return rows.map(([id]) => id!)
  }

  /**
   * Gives a person's registrations to another one, who keeps their own: one of two in a session is registered, and
   * banned, if either was.
   */
  moveTo(into: string, from: string): void {
    const values = [this.work.school, into, from]
    const twins = `"webinars"."registrations" o where t.school_id = $1 and t.user_id = $2
      and o.school_id = $1 and o.user_id = $3 and o.session_id = t.session_id`
    // The seat of two registrations in one session becomes free once.
    this.work.write(
      `update "webinars"."sessions" s set registered_count = registered_count - 1
       from "webinars"."registrations" t, ${twins} and t.status = 'registered' and o.status = 'registered'
         and s.school_id = $1 and s.id = t.session_id`,
      values,
    )
    enqueueSelected(this.work, placeBuyers, {
      sql: `select distinct t.webinar_id, json_build_object('webinar_id', t.webinar_id)::text
        from "webinars"."registrations" t join "webinars"."registrations" o
          on o.school_id = t.school_id and o.session_id = t.session_id
        where t.school_id = $ and t.user_id = $ and o.user_id = $
          and t.status = 'registered' and o.status = 'registered'`,
      values,
    })
    this.work.write(
      `update "webinars"."registrations" t set ${again.set}, canceled_at = null, version = t.version + 1, updated_at = $4
       from ${twins} and o.status = 'registered' and ${again.where}`,
      [...values, this.work.now],
    )
    this.work.write(
      `update "webinars"."registrations" t set banned = true, version = t.version + 1, updated_at = $4
       from ${twins} and o.banned and not t.banned`,
      [...values, this.work.now],
    )
    this.work.write(
      `delete from "webinars"."registrations" o using "webinars"."registrations" t
      where t.school_id = $1 and t.user_id = $2 and o.school_id = $1 and o.user_id = $3 and o.session_id = t.session_id`,
      values,
    )
    this.work.write(
      `update "webinars"."registrations" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [...values, this.work.now],
    )
  }
}
