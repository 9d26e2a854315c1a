import { type ListQuery, objectTable, ownRows, type RowIn, type RowPage, storeOf } from '@lms/service-host'
import { Session } from './session.contract.ts'

const sessions = objectTable('users.sessions', Session, {
  archive: { never: 'a session is a secret of its person', returns: 'empty' },
  indexes: [['user_id', 'created_at', 'id']],
  acrossSchools: [['expires_at']],
  visible: ownRows({ student: 'user_id', curator: 'user_id' }),
})
export type SessionRow = RowIn<typeof sessions>

/** Active sessions. A closed one is deleted; the journal records that it existed. */
export class SessionStore extends storeOf(sessions) {
  ofUser(user: string, query: ListQuery): Promise<RowPage<SessionRow>> {
    return this.page(query, [
      { sql: 't.user_id = $', values: [user] },
      { sql: 't.expires_at > $::timestamptz', values: [this.work.now] },
    ])
  }

  /** Ids of the person's active sign-ins. */
  async idsOf(user: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "users"."sessions" where school_id = $1 and user_id = $2 and expires_at > $3`,
      [this.work.school, user, this.work.now],
    )
    return rows.map(([id]) => id!)
  }

  /** Records that the session was used, unless a later use is recorded. */
  noteSeen(id: string, at: string): void {
    this.work.write(
      `update "users"."sessions" set last_seen_at = $3 where school_id = $1 and id = $2 and last_seen_at < $3`,
      [this.work.school, id, at],
    )
  }

  close(id: string): void {
    this.work.write(`delete from "users"."sessions" where school_id = $1 and id = $2`, [this.work.school, id])
  }

  /** Closes all sessions of a person. The caller invalidates the gateways' caches (`invalidateCaches`). */
  closeOf(user: string): void {
    this.work.write(`delete from "users"."sessions" where school_id = $1 and user_id = $2`, [
      this.work.school,
      user,
    ])
  }

  /** Closes the person's sessions that were opened with one login method. */
  closeByIdentity(user: string, identity: string): void {
    this.work.write(
      `delete from "users"."sessions" where school_id = $1 and user_id = $2 and identity_id = $3`,
      [this.work.school, user, identity],
    )
  }
}
