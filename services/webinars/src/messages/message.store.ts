import type { Caller } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { webinarMessages as operations, WebinarMessage } from './message.contract.ts'
import { messageLifecycle } from './message.lifecycle.ts'

/** Students and curators read what is visible in sessions for which they are registered, and their own
 * messages. Who is banned from a chat reads no others in it. */
const ofParticipant = ({ role, school, user }: Caller): Condition | null =>
  role === 'student' || role === 'curator'
    ? {
        sql: `(t.user_id = $ or (t.status = 'visible' and t.session_id = any(array(
          select r.session_id from "webinars"."registrations" r
          where r.school_id = $ and r.user_id = $ and r.status = 'registered' and not r.banned))))`,
        values: [user, school, user],
      }
    : null

const messages = objectTable('webinars.messages', WebinarMessage, {
  list: operations.list,
  kinds: { text: 'text' },
  unique: [{ of: ['session_id', 'sequence'] }],
  indexes: [
    ['session_id', 'created_at', 'id'],
    ['user_id', 'session_id', 'created_at', 'id'],
    ['session_id', 'kind', 'sequence'],
    ['status', 'created_at', 'id'],
  ],
  visible: ofParticipant,
  lifecycle: { of: messageLifecycle, emits: { show: null, hide: null } },
})
export type MessageRow = RowIn<typeof messages>

/** What a participant reads: what is visible, and their own. */
const isReadBy = (user: string) => `(t.status = 'visible' or (t.user_id = ${user} and t.status = 'pending'))`

export class MessageStore extends storeOf(messages) {
  /** The pinned message of a session, locked, if there is one. The session is locked before. */
  async lockPinned(sessionId: string): Promise<MessageRow | null> {
    const { rows } = await this.work.lock(
      `${messages.select} and t.session_id = $2 and t.pinned for update`,
      [this.work.school, sessionId],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The pinned message of a session, if there is one. */
  async pinnedIn(sessionId: string): Promise<MessageRow | null> {
    const { rows } = await this.work.read(`${messages.select} and t.session_id = $2 and t.pinned`, [
      this.work.school,
      sessionId,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The newest messages that a participant reads in a session, in the order of the chat. */
  async newestFor(sessionId: string, userId: string, most: number): Promise<MessageRow[]> {
    const { rows } = await this.work.read(
      `${messages.select} and t.session_id = $2 and t.kind = 'chat' and ${isReadBy('$3')}
       order by t.sequence desc limit $4`,
      [this.work.school, sessionId, userId, String(most)],
    )
    return rows.map(row => this.read(row)).reverse()
  }

  /** The questions that a participant reads in a session: those to be answered first, by their votes. */
  async questionsFor(sessionId: string, userId: string, most: number): Promise<MessageRow[]> {
    const { rows } = await this.work.read(
      `${messages.select} and t.session_id = $2 and t.kind = 'question' and ${isReadBy('$3')}
       order by t.answered_at nulls first, t.votes desc, t.sequence limit $4`,
      [this.work.school, sessionId, userId, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** The questions for which a registration has voted. */
  async votesOf(registrationId: string): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select message_id from "webinars"."question_votes" where school_id = $1 and registration_id = $2`,
      [this.work.school, registrationId],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** Stores the vote of a participant for a question; the second one is the first. */
  vote({ id, session_id }: Pick<MessageRow, 'id' | 'session_id'>, registrationId: string): void {
    this.work.write(
      `insert into "webinars"."question_votes" (school_id, message_id, registration_id, session_id, voted_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [this.work.school, id, registrationId, session_id, this.work.now],
    )
  }

  /** Counts the votes for a question anew. Its version stays: votes must not refuse whoever changes it with If-Match. */
  countVotes(id: string): void {
    this.work.write(
      `update "webinars"."messages" set votes = (select count(*) from "webinars"."question_votes" v
         where v.school_id = $1 and v.message_id = $2) where school_id = $1 and id = $2`,
      [this.work.school, id],
    )
  }

  /** When the person last wrote in the session; null if they did not. */
  async lastOf(sessionId: string, userId: string): Promise<string | null> {
    const { rows } = await this.work.read(
      `${messages.select} and t.user_id = $2 and t.session_id = $3 order by t.created_at desc, t.id desc limit 1`,
      [this.work.school, userId, sessionId],
    )
    return rows[0] ? this.read(rows[0]).created_at : null
  }

  /** Sets who wrote in the messages of an archive from before that was kept. */
  withRoles(): void {
    this.work.write(
      `update "webinars"."messages" set author_role = 'staff'
       where school_id = $1 and user_id is null and author_role <> 'staff'`,
      [this.work.school],
    )
  }

  /** Moves the messages of a person to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "webinars"."messages" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, into, this.work.now],
    )
  }

  /** Erases what a person wrote, and their name. The place in the chat stays. */
  blankOf(userId: string): void {
    this.work.write(
      `update "webinars"."messages" set text = '…', author_name = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
