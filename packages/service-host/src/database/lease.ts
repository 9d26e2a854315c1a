// Leases: a row names the leader and the end of its lease. The fence rises with every new holder and thereby
// distinguishes late writes of an old leader. Time is the database's, so clocks need not agree.
import type { Database } from './database.ts'
import { step } from './statements.ts'

export interface Lease {
  /** Rises with every new holder. */
  fence: number
}

export const leaseSql = (schema: string) => `
create table "${schema}".leases (
  name text collate "C" primary key,
  holder text collate "C" not null,
  fence bigint not null,
  expires_at timestamptz not null
);`

export class Leases {
  readonly #database: Database
  readonly #schema: string
  readonly #holder: string
  /** Until when this process has each lease that it has asked for; monotonic milliseconds. */
  readonly #until = new Map<string, number>()

  constructor(database: Database, schema: string, holder: string) {
    this.#database = database
    this.#schema = schema
    this.#holder = holder
  }

  /** Takes or renews the lease for `seconds`; null if another process has it. */
  async acquire(name: string, seconds: number): Promise<Lease | null> {
    const rows = await this.#database.rows(
      step(
        `insert into "${this.#schema}".leases as l (name, holder, fence, expires_at)
         values ($1, $2, 1, now() + make_interval(secs => $3::float8))
         on conflict (name) do update set
           holder = $2, expires_at = now() + make_interval(secs => $3::float8),
           fence = l.fence + case when l.holder = $2 then 0 else 1 end
         where l.holder = $2 or l.expires_at < now()
         returning fence`,
        [name, this.#holder, String(seconds)],
      ),
    )
    this.#until.set(name, rows[0] ? performance.now() + seconds * 1000 : 0)
    return rows[0] ? { fence: Number(rows[0][0]) } : null
  }

  /** The leases that this process has asked for, and whether it has them. */
  held(): [name: string, isHeld: boolean][] {
    const now = performance.now()
    return [...this.#until].map(([name, until]) => [name, until > now])
  }

  /**
   * To send with others in a transaction: one row with the fence, or none if another process has the lease. Nobody takes
   * it over before the commit. Writes no new row, as renewing would: the holder renews now and then, and begins no such
   * transaction while it waits for that, because overlapping ones could keep it waiting until the lease ends.
   */
  heldStep(name: string) {
    return step(`select fence from "${this.#schema}".leases where name = $1 and holder = $2 for share`, [
      name,
      this.#holder,
    ])
  }

  /** Releases the lease, so that another process need not wait for its end. */
  async release(name: string): Promise<void> {
    this.#until.set(name, 0)
    await this.#database
      .run([
        step(`delete from "${this.#schema}".leases where name = $1 and holder = $2`, [name, this.#holder]),
      ])
      .catch(() => {})
  }
}
