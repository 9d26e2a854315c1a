// Changes that another service asks for, each once by its key: a repetition gets the result that the first one had.
import { column, tenantEntity } from '../database/columns.ts'
import { textArray } from '../database/statements.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const dayMs = 86_400_000

interface Bounds {
  /** How long a result is kept at least, in days. */
  keptDays: number
  /** Maximum keys of one call. */
  most: number
}

/** The table `schema.name` of results by key, and its store. */
export function keyedResults<R extends { readonly key: string }>(
  schema: string,
  name: string,
  { keptDays, most }: Bounds,
) {
  const table = `"${schema}"."${name}"`
  const entity = tenantEntity(
    schema,
    name,
    {
      key: column.key().primary(),
      made_at: column.time(),
      result: column.json<R>().nullable(),
    },
    {
      archive: { never: 'answers for repetitions, kept for a time', returns: 'empty' },
      indexes: [{ properties: ['school_id', 'made_at'] }],
    },
  )

  class KeyedResults {
    readonly work: UnitOfWork
    constructor(work: UnitOfWork) {
      this.work = work
    }

    /**
     * Takes the keys that nobody has taken, and returns the results of the others. A key that another work is just taking
     * is waited for.
     */
    async take(keys: readonly string[]): Promise<Map<string, R>> {
      const { school, now } = this.work
      const locked = await this.work.lock(
        `insert into ${table} (school_id, key, made_at)
         select $1, k, $3::timestamptz from unnest($2::text[]) k order by k collate "C"
         on conflict do nothing returning key`,
        [school, textArray(keys), now],
      )
      const own = new Set(locked.rows.map(([key]) => key!))
      const otherKeys = keys.filter(key => !own.has(key))
      if (otherKeys.length === 0) return new Map()
      const { rows } = await this.work.lock(
        `select key, result from ${table} where school_id = $1 and key = any($2::text[])`,
        [school, textArray(otherKeys)],
      )
      return new Map(rows.map(([key, result]) => [key!, JSON.parse(result!) as R]))
    }

    /** Stores the results of taken keys, and forgets more old ones than a call takes, so that they end as they came. */
    keep(results: readonly R[]): void {
      if (results.length === 0) return
      const { school, now } = this.work
      this.work.write(
        `update ${table} t set result = n.result::jsonb
         from unnest($2::text[], $3::text[]) n (key, result) where t.school_id = $1 and t.key = n.key`,
        [
          school,
          textArray(results.map(({ key }) => key)),
          textArray(results.map(result => JSON.stringify(result))),
        ],
      )
      const before = new Date(Date.parse(now) - keptDays * dayMs).toISOString()
      this.work.write(
        `delete from ${table} where school_id = $1 and key in (
           select key from ${table} where school_id = $1 and made_at < $2::timestamptz
           order by made_at limit $3::int for update skip locked)`,
        [school, before, String(2 * most)],
      )
    }
  }
  return { entity, store: KeyedResults }
}
