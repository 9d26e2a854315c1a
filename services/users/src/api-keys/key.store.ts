import { type Caller, isId } from '@lms/contract'
import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { type Bounds, unbounded } from './key.bounds.ts'
import { KeyEntity } from './key.entity.ts'

export type KeyRow = RowOf<typeof KeyEntity>

const keys = table(KeyEntity)

export class KeyStore extends Store<KeyRow> {
  constructor(work: UnitOfWork) {
    super(work, keys)
  }

  /** The key with this value, and the one that had it before its last rotation. */
  async byHash(hash: string): Promise<{ key: KeyRow | null; rotated: KeyRow | null }> {
    const values = [this.work.school, hash]
    const [now, before] = await Promise.all([
      this.work.read(`${keys.select} and t.hash = $2`, values),
      this.work.read(`${keys.select} and t.previous_hash = $2`, values),
    ])
    const [key, rotated] = [now, before].map(({ rows }) => (rows[0] ? this.read(rows[0]) : null))
    return { key: key!, rotated: rotated! }
  }

  /** Until when and from where the caller's key can be used. Who has signed in, or is a service, has no such bounds. */
  async boundsOf({ key }: Caller): Promise<Bounds> {
    return (isId('key', key) && (await this.find(key))) || unbounded
  }

  /** The keys bound to a person. */
  async of(userId: string): Promise<KeyRow[]> {
    const { rows } = await this.work.read(`${keys.select} and t.user_id = $2 order by t.id`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** Notes a use, unless a later one is noted already. Neither version nor updated_at move: nobody changed the key. */
  noteUse(id: string, at: string): void {
    this.work.write(
      `update "users"."api_keys" set last_used_at = $3 where school_id = $1 and id = $2
       and (last_used_at is null or last_used_at < $3)`,
      [this.work.school, id, at],
    )
  }
}
