import { type Caller, isId } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { ApiKey } from './key.contract.ts'
import { type Bounds, unbounded } from './key-bounds.ts'

const keys = objectTable('users.api_keys', ApiKey, {
  archive: { never: 'a key is a secret', returns: 'empty' },
  kinds: { hint: 'key' },
  hidden: {
    /** SHA-256 of the value, hex. Keys have high entropy, so a password hash would add cost and no safety. */
    hash: column.key(),
    /** The hash of the value before the last rotation, which works until `previous_expires_at`. */
    previous_hash: column.key().nullable(),
  },
  // Few enough to be sorted by name without an index.
  indexes: [['created_at', 'id'], ['user_id'], ['previous_hash']],
  unique: [{ name: 'api_keys_hash', of: ['hash'] }],
})
export type KeyRow = RowIn<typeof keys>

export class KeyStore extends storeOf(keys) {
  /** The key with this value, now or before its last rotation. */
  async byHash(hash: string): Promise<{ key: KeyRow | null; rotated: KeyRow | null }> {
    const values = [this.work.school, hash]
    const [now, before] = await Promise.all([
      this.work.read(`${keys.select} and t.hash = $2`, values),
      this.work.read(`${keys.select} and t.previous_hash = $2`, values),
    ])
    const [key, rotated] = [now, before].map(({ rows }) => (rows[0] ? this.read(rows[0]) : null))
    return { key: key!, rotated: rotated! }
  }

  /** The expiry and networks of the caller's key. Sessions and services have no such bounds. */
  async boundsOf({ key }: Caller): Promise<Bounds> {
    return (isId('key', key) && (await this.find(key))) || unbounded
  }

  /** The keys of a person. */
  async of(userId: string): Promise<KeyRow[]> {
    const { rows } = await this.work.read(`${keys.select} and t.user_id = $2 order by t.id`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** Records a use, unless a later one is recorded. Version and updated_at stay: nobody changed the key. */
  noteUse(id: string, at: string): void {
    this.work.write(
      `update "users"."api_keys" set last_used_at = $3 where school_id = $1 and id = $2
       and (last_used_at is null or last_used_at < $3)`,
      [this.work.school, id, at],
    )
  }
}
