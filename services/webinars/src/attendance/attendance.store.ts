import type { Id } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, textArray, visibleByPerson } from '@lms/service-host'
import { webinarAttendance as operations, WebinarAttendance } from './attendance.contract.ts'

const attendance = objectTable('webinars.attendance', WebinarAttendance, {
  list: operations.list,
  hidden: {
    /** The largest sum of an import without times. */
    total_seconds: column.integer(),
    /** The percent of the recording that was last told: 0, 50, 90 or 100. */
    told_percent: column.integer(),
  },
  unique: [{ of: ['session_id', 'user_id'] }],
  indexes: [
    ['session_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['webinar_id', 'created_at', 'id'],
  ],
  visible: visibleByPerson('webinars', 'user_id'),
})
/** Rows of a page for another service. */
const pageRows = 500
export type AttendanceRow = RowIn<typeof attendance>

export class AttendanceStore extends storeOf(attendance) {
  /** The rows of these people in a session, locked; nobody else adds one to it until the end of the work. */
  async lockOf(sessionId: string, userIds: readonly string[]): Promise<Map<string, AttendanceRow>> {
    const [, { rows }] = await Promise.all([
      // A lock on the session's id, because two that add a first row would find none to lock.
      this.work.lock(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
        `attendance of ${sessionId} of ${this.work.school}`,
      ]),
      this.work.lock(
        `${attendance.select} and t.session_id = $2 and t.user_id = any($3::text[]) order by t.user_id for update`,
        [this.work.school, sessionId, textArray(userIds)],
      ),
    ])
    return new Map(rows.map(fields => this.readLocked(fields)).map(row => [row.user_id, row]))
  }

  /** The same, as they are now. */
  async ofSession(sessionId: string, userIds: readonly string[]): Promise<Map<string, AttendanceRow>> {
    const { rows } = await this.work.read(
      `${attendance.select} and t.session_id = $2 and t.user_id = any($3::text[])`,
      [this.work.school, sessionId, textArray(userIds)],
    )
    return new Map(rows.map(fields => this.read(fields)).map(row => [row.user_id, row]))
  }

  /** The newest rows of a person at these webinars. */
  async ofPerson(userId: string, webinarIds: readonly string[]): Promise<AttendanceRow[]> {
    const { rows } = await this.work.read(
      `${attendance.select} and t.user_id = $2 and t.webinar_id = any($3::text[])
       order by t.created_at desc, t.id desc limit 200`,
      [this.work.school, userId, textArray(webinarIds)],
    )
    return rows.map(fields => this.read(fields))
  }

  /** A page of the rows of a webinar, in the order of their ids, and the last one's id unless it is the last page. */
  async ofWebinar(webinarId: string, after: Id<'wba'> | null) {
    const { rows } = await this.work.read(
      `${attendance.select} and t.webinar_id = $2 and t.id > $3 order by t.id limit ${pageRows}`,
      [this.work.school, webinarId, after ?? ''],
    )
    const records = rows.map(fields => this.read(fields))
    return {
      attendance: records.map(({ updated_at, ...each }) => ({ ...each, at: updated_at })),
      next: rows.length === pageRows ? records.at(-1)!.id : null,
    }
  }

  /** Gives the rows of a person to another, who keeps the larger numbers of two in one session. */
  moveTo(into: string, from: string): void {
    const values = [this.work.school, into, from]
    const twins = `"webinars"."attendance" o where t.school_id = $1 and t.user_id = $2
      and o.school_id = $1 and o.user_id = $3 and o.session_id = t.session_id`
    this.work.write(
      `update "webinars"."attendance" t set live_seconds = greatest(t.live_seconds, o.live_seconds),
         recording_percent = greatest(t.recording_percent, o.recording_percent),
         total_seconds = greatest(t.total_seconds, o.total_seconds),
         joined_at = least(t.joined_at, o.joined_at), left_at = greatest(t.left_at, o.left_at),
         version = t.version + 1, updated_at = $4 from ${twins}`,
      [...values, this.work.now],
    )
    this.work.write(
      `delete from "webinars"."attendance" o using "webinars"."attendance" t where t.school_id = $1
         and t.user_id = $2 and o.school_id = $1 and o.user_id = $3 and o.session_id = t.session_id`,
      values,
    )
    this.work.write(
      `update "webinars"."attendance" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [...values, this.work.now],
    )
  }
}
