// All rows that a service has of a school, on their way out: of one that is erased, and of one whose restore was given up.
import { asSchool, step } from '../database/statements.ts'
import { tasksTable } from '../tasks/archived-tasks.ts'
import type { Runtime } from '../work/runtime.ts'

/** Rows of one transaction. */
const slice = 5000
/** Milliseconds after which one call answers, with rows left. */
const callMs = 3000

/** Which schools were erased is known for ever. */
const lastingTable = 'erased_schools'

interface RetainedRows {
  readonly tables: readonly string[]
  /** Tasks of this queue stay. */
  readonly queue: string | null
}

interface At {
  readonly school: string
  readonly runtime: Runtime
}

/**
 * Removes rows of all tables with schools but those that are kept. Whether there are more of them: triggers write as rows
 * go, so the last call is one that finds none.
 */
export async function removeRows(
  retained: RetainedRows,
  at: At,
): Promise<{ more: boolean; removed: number }> {
  const until = performance.now() + callMs
  let removed = 0
  for (const { table, key } of await tablesOf(at.runtime)) {
    if (table === lastingTable || retained.tables.includes(table)) continue
    const keptQueue = table === tasksTable ? retained.queue : null
    for (let count = slice; count === slice; ) {
      if (performance.now() > until) return { more: true, removed }
      count = await removeSlice({ table, key, keptQueue }, at)
      removed += count
    }
  }
  return { more: removed > 0, removed }
}

/** The tables of the service whose rows belong to schools, with the columns of their keys. */
async function tablesOf({ system, service }: Runtime): Promise<{ table: string; key: string[] }[]> {
  const rows = await system.rows(
    step(
      `select c.relname, string_agg(quote_ident(a.attname), ',' order by k.place)
       from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
       cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'school_id')
       group by c.relname order by c.relname`,
      [`"${service}"`],
    ),
  )
  return rows.map(([table, key]) => ({ table: table!, key: key!.split(',') }))
}

/** One transaction of it; the number of rows that went. No unit of work: a school that is closed has none. */
async function removeSlice(
  { table, key, keptQueue }: { table: string; key: readonly string[]; keptQueue: string | null },
  { school, runtime }: At,
): Promise<number> {
  const name = `"${runtime.service}"."${table}"`
  const of = (alias: string) => key.map(column => `${alias}.${column}`).join(', ')
  const [, removed] = await runtime.database.behind(school).run([
    asSchool(school),
    step(
      `with first as (select ${of('s')} from ${name} s where s.school_id = $1
         ${keptQueue === null ? '' : 'and s.queue <> $2'} limit ${slice})
       delete from ${name} t using first s where (${of('t')}) = (${of('s')}) and t.school_id = $1`,
      [school, ...(keptQueue === null ? [] : [keptQueue])],
    ),
  ])
  return removed!.count
}
