import { objectTable, ownRows, type RowIn, storeOf, textArray } from '@lms/service-host'
import { Identity, identityRefusals, identities as operations } from './identity.contract.ts'

const identities = objectTable('users.identities', Identity, {
  list: operations.list,
  indexes: [['user_id', 'created_at', 'id']],
  unique: [
    {
      name: 'identities_subject',
      of: ['provider', 'subject'],
      refusal: identityRefusals.identity_taken,
    },
  ],
  visible: ownRows({ student: 'user_id', curator: 'user_id' }),
})
export type IdentityRow = RowIn<typeof identities>

export class IdentityStore extends storeOf(identities) {
  /**
   * The login method of a provider's subject, independent of the caller: for sign-in. Until the end of the work nobody
   * else signs in with it, so that simultaneous first sign-ins do not create two people.
   */
  async lockSubject(provider: string, subject: string): Promise<IdentityRow | null> {
    const { school } = this.work
    const lock = `select pg_advisory_xact_lock(hashtextextended($1, 0))`
    await this.work.lock(lock, [`identity ${school} ${provider} ${subject}`])
    const { rows } = await this.work.read(`${identities.select} and t.provider = $2 and t.subject = $3`, [
      school,
      provider,
      subject,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The login method of a provider's subject; null if nobody has it. */
  async ofSubject(provider: string, subject: string): Promise<IdentityRow | null> {
    const { rows } = await this.work.read(`${identities.select} and t.provider = $2 and t.subject = $3`, [
      this.work.school,
      provider,
      subject,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The newest number of each of these people in the messenger. */
  async messengersOf(users: readonly string[]): Promise<Pick<IdentityRow, 'user_id' | 'subject'>[]> {
    const { rows } = await this.work.read(
      `select distinct on (user_id) user_id, subject from "users"."identities"
       where school_id = $1 and user_id = any($2::text[]) and provider = 'messenger' order by user_id, id desc`,
      [this.work.school, textArray(users)],
    )
    return rows.map(([user_id, subject]) => ({
      user_id: user_id as IdentityRow['user_id'],
      subject: subject!,
    }))
  }

  /** Moves all login methods of a person to another. */
  reassign(from: string, to: string): void {
    this.work.write(
      `update "users"."identities" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, to, this.work.now],
    )
  }

  removeOf(user: string): void {
    this.work.write(`delete from "users"."identities" where school_id = $1 and user_id = $2`, [
      this.work.school,
      user,
    ])
  }

  /** The number of login methods of a person. */
  async countOf(user: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "users"."identities" where school_id = $1 and user_id = $2`,
      [this.work.school, user],
    )
    return Number(rows[0]![0])
  }

  /** Records a sign-in, which also proves the owner. Version and updated_at stay: nobody changed it. */
  noteSignIn({ id }: IdentityRow, displayName: string): void {
    this.work.write(
      `update "users"."identities" set last_used_at = $3, verified_at = coalesce(verified_at, $3), display_name = $4
       where school_id = $1 and id = $2`,
      [this.work.school, id, this.work.now, displayName],
    )
  }
}
