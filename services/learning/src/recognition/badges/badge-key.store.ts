import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { maxKeys } from './badge-key.contract.ts'
import { BadgeKey, type NewBadgeKey } from './badge-key.ts'

const keys = objectTable('learning.badge_keys', BadgeKey, {
  // A restored school signs with a new key; the old ones still prove what they have signed.
  archive: { without: { sealed: '' } },
  kinds: { jwk: 'json' },
  hidden: {
    /** The private key, encrypted. */
    sealed: column.text(),
    /** Which key of the school it is, from 1. The last one signs. */
    number: column.integer(),
  },
  acrossSchools: [['id']],
  unique: [{ of: ['number'], name: 'badge_keys_number' }],
})
export type BadgeKeyRow = RowIn<typeof keys>

export class BadgeKeyStore extends storeOf(keys) {
  /** The keys of the school, the first one first. */
  async all(): Promise<BadgeKeyRow[]> {
    const { rows } = await this.work.read(`${keys.select} order by t.number limit $2`, [
      this.work.school,
      String(maxKeys),
    ])
    return rows.map(row => this.read(row))
  }

  /** The key that signs; until the end of the work nobody else adds one to it. Null if there is none. */
  async lockLast(): Promise<BadgeKeyRow | null> {
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `badge keys of ${this.work.school}`,
    ])
    return (await this.all()).at(-1) ?? null
  }

  /** Keeps a key of a school; the first of several that come at the same time with one number. */
  keep({ id, jwk, sealed }: NewBadgeKey, number = 1): void {
    this.work.write(
      `insert into "learning"."badge_keys" (school_id, id, jwk, sealed, number, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [this.work.school, id, JSON.stringify(jwk), sealed, String(number), this.work.now],
    )
  }
}
