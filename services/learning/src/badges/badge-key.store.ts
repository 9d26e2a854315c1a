import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { BadgeKey, type NewBadgeKey } from './badge-key.ts'

const keys = objectTable('learning.badge_keys', BadgeKey, {
  kinds: { jwk: 'json' },
  hidden: {
    /** The private key, encrypted. */
    sealed: column.text(),
  },
  acrossSchools: [['id']],
  unique: [{ of: [], name: 'badge_keys_school' }],
})
export type BadgeKeyRow = RowIn<typeof keys>

export class BadgeKeyStore extends storeOf(keys) {
  /** The keys of the school. */
  async all(): Promise<BadgeKeyRow[]> {
    return this.walk({ sql: 'true', values: [] }, null, 100)
  }

  /** Keeps the first key of a school; another one that comes at the same time is dropped. */
  keepFirst({ id, jwk, sealed }: NewBadgeKey): void {
    this.work.write(
      `insert into "learning"."badge_keys" (school_id, id, jwk, sealed, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [this.work.school, id, JSON.stringify(jwk), sealed, this.work.now],
    )
  }
}
