import { column, isUnfinished, objectTable, type RowIn, storeOf } from '@lms/service-host'
import {
  webinarSessions as operations,
  refusals,
  sessionFinished,
  sessionScheduled,
  sessionStarted,
} from './session.contract.ts'
import { sessionLifecycle } from './session.lifecycle.ts'
import { WebinarSession } from './session.object.ts'
import { tellMoved } from './session.task.ts'

const sessions = objectTable('webinars.sessions', WebinarSession, {
  list: operations.list,
  hidden: {
    /** The sequence of the last message of the chat. */
    last_sequence: column.integer(),
    /** How often it was moved or called off: the SEQUENCE of its entry in calendars. */
    moves: column.integer(),
    /** The number of the last event of the room. */
    last_event: column.integer(),
  },
  indexes: [
    ['webinar_id', 'starts_at', 'id'],
    ['status', 'starts_at', 'id'],
  ],
  lifecycle: {
    of: sessionLifecycle,
    emits: { start: sessionStarted, finish: sessionFinished, cancel: sessionScheduled },
    refuses: {
      scheduled: refusals.session_not_live,
      live: refusals.session_live,
      finished: refusals.session_finished,
      canceled: refusals.session_canceled,
    },
  },
})
/** Tables with rows of a session, and the column with its id. */
const ofSession = [
  ['recordings', 'id'],
  ['registrations', 'session_id'],
  ['messages', 'session_id'],
  ['blocks', 'session_id'],
  ['poll_answers', 'session_id'],
  ['question_votes', 'session_id'],
  ['room_events', 'session_id'],
] as const

/** What is live, or can still be held at the time that is announced. One that was left as it is takes nobody. */
const toCome = (now: string) =>
  `t.status in ('scheduled', 'live')
   and (t.status = 'live' or t.starts_at + t.duration_minutes * interval '1 minute' > ${now}::timestamptz)`

export type SessionRow = RowIn<typeof sessions>

export class SessionStore extends storeOf(sessions) {
  /** Whether the webinar has a session that is not canceled. */
  async isHeld(webinarId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "webinars"."sessions" where school_id = $1 and webinar_id = $2 and status <> 'canceled' limit 1`,
      [this.work.school, webinarId],
    )
    return rows.length > 0
  }

  /** Whether participants are still told of a session of the webinar that was called off. */
  isTold(webinarId: string): Promise<boolean> {
    return isUnfinished(this.work, tellMoved, {
      sql: `select id from "webinars"."sessions" where school_id = $ and webinar_id = $ and status = 'canceled'`,
      values: [this.work.school, webinarId],
    })
  }

  /** Removes the canceled sessions of a webinar, with what belongs to them. */
  removeOf(webinarId: string): void {
    for (const [table, column] of ofSession)
      this.work.write(
        `delete from "webinars"."${table}" t using "webinars"."sessions" s where t.school_id = $1
           and s.school_id = $1 and s.webinar_id = $2 and s.status = 'canceled' and t."${column}" = s.id`,
        [this.work.school, webinarId],
      )
    this.work.write(
      `delete from "webinars"."sessions" where school_id = $1 and webinar_id = $2 and status = 'canceled'`,
      [this.work.school, webinarId],
    )
  }

  /** The sessions of a webinar in this state, in the order of their ids, after one of them. */
  async inStateAfter(
    webinarId: string,
    status: SessionRow['status'],
    after: string,
    most: number,
  ): Promise<SessionRow[]> {
    const { rows } = await this.work.read(
      `${sessions.select} and t.webinar_id = $2 and t.status = $3 and t.id > $4 order by t.id limit $5`,
      [this.work.school, webinarId, status, after, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** Removes the chat of a session, the answers to its polls, and what is kept of its events. */
  forgetRoom(id: string): void {
    for (const table of ['messages', 'poll_answers', 'question_votes', 'room_events'])
      this.work.write(`delete from "webinars"."${table}" where school_id = $1 and session_id = $2`, [
        this.work.school,
        id,
      ])
  }

  /** Whether a session of an auto-webinar is still to begin. */
  async isPlanned(webinarId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "webinars"."sessions" where school_id = $1 and webinar_id = $2 and status = 'scheduled' and auto limit 1`,
      [this.work.school, webinarId],
    )
    return rows.length > 0
  }

  /** Whether a session of an auto-webinar was called off that was to begin at this time. */
  async isCalledOff(webinarId: string, startsAt: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "webinars"."sessions" where school_id = $1 and webinar_id = $2 and starts_at = $3::timestamptz
         and status = 'canceled' and auto limit 1`,
      [this.work.school, webinarId, startsAt],
    )
    return rows.length > 0
  }

  /** The next sessions of a webinar that have not ended. */
  async notEnded(webinarId: string, most: number): Promise<SessionRow[]> {
    const { rows } = await this.work.read(
      `${sessions.select} and t.webinar_id = $2 and ${toCome('$4')} order by t.starts_at, t.id limit $3`,
      [this.work.school, webinarId, String(most), this.work.now],
    )
    return rows.map(row => this.read(row))
  }

  /** The next session of a webinar with a free seat, that has not ended; locked. */
  async lockNextOpen(webinarId: string): Promise<SessionRow | null> {
    const { rows } = await this.work.lock(
      `${sessions.select} and t.webinar_id = $2 and ${toCome('$3')} and (t.seats is null or t.seats > t.registered_count)
       order by t.starts_at, t.id limit 1 for update`,
      [this.work.school, webinarId, this.work.now],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /**
   * Counts registrations of a locked session. Its version stays: registrations of a busy hour must not refuse whoever
   * changes the session with If-Match.
   */
  count(id: string, more: number): void {
    this.work.write(
      `update "webinars"."sessions" set registered_count = registered_count + $3 where school_id = $1 and id = $2`,
      [this.work.school, id, String(more)],
    )
  }

  /** Counts a new message in the chat of a locked session. */
  countMessage(id: string): void {
    this.work.write(
      `update "webinars"."sessions" set last_sequence = last_sequence + 1 where school_id = $1 and id = $2`,
      [this.work.school, id],
    )
  }
}
