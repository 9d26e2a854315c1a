import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import { type DeedResult, deedsKeptDays, mostDeeds } from './deed.contract.ts'

/** The results of deeds by key, kept for a time. */
export const DeedEntity = tenantEntity(
  'crm',
  'deeds',
  {
    key: column.key().primary(),
    made_at: column.time(),
    result: column.json<DeedResult>().nullable(),
  },
  {
    archive: { never: 'answers to repeated requests, kept for a time' },
    indexes: [{ properties: ['school_id', 'made_at'] }],
  },
)

const dayMs = 86_400_000

export class DeedStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /**
   * Takes the keys that nobody has taken, and returns the results of the others. A key that another work is just taking is
   * waited for.
   */
  async take(keys: readonly string[]): Promise<Map<string, DeedResult>> {
    const { school, now } = this.#work
    const taken = await this.#work.lock(
      `insert into "crm"."deeds" (school_id, key, made_at)
       select $1, k, $3::timestamptz from unnest($2::text[]) k order by k collate "C"
       on conflict do nothing returning key`,
      [school, textArray(keys), now],
    )
    const own = new Set(taken.rows.map(([key]) => key!))
    const known = keys.filter(key => !own.has(key))
    if (known.length === 0) return new Map()
    const { rows } = await this.#work.lock(
      `select key, result from "crm"."deeds" where school_id = $1 and key = any($2::text[])`,
      [school, textArray(known)],
    )
    return new Map(rows.map(([key, result]) => [key!, JSON.parse(result!) as DeedResult]))
  }

  /** Stores the results of taken keys, and forgets more old ones than a call takes, so that they end as they came. */
  keep(results: readonly DeedResult[]): void {
    if (results.length === 0) return
    const { school, now } = this.#work
    this.#work.write(
      `update "crm"."deeds" d set result = n.result::jsonb
       from unnest($2::text[], $3::text[]) n (key, result) where d.school_id = $1 and d.key = n.key`,
      [
        school,
        textArray(results.map(({ key }) => key)),
        textArray(results.map(result => JSON.stringify(result))),
      ],
    )
    const before = new Date(Date.parse(now) - deedsKeptDays * dayMs).toISOString()
    this.#work.write(
      `delete from "crm"."deeds" where school_id = $1 and key in (
         select key from "crm"."deeds" where school_id = $1 and made_at < $2::timestamptz
         order by made_at limit $3::int for update skip locked)`,
      [school, before, String(2 * mostDeeds)],
    )
  }
}
