// All rows that a service has of a school, on their way out: those of a school whose restore was given up.
import { step } from '../database/statements.ts'
import { tasksTable } from '../tasks/archived-tasks.ts'
import { inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'

/** Rows of one transaction. */
const slice = 5000
/** Milliseconds after which one call answers, with rows left. */
const callMs = 3000

interface RetainedRows {
  readonly tables: readonly string[]
  /** Tasks of this queue stay. */
  readonly queue: string | null
}

/**
 * Removes rows of all tables with schools but those that are kept; whether there are more of them. Triggers write as rows
 * go, so the last call is one that finds none.
 */
export async function removeRows(
  retained: RetainedRows,
  { school, runtime }: { school: string; runtime: Runtime },
): Promise<{ more: boolean }> {
  const until = performance.now() + callMs
  let removed = 0
  for (const { table, key } of await tablesOf(runtime)) {
    if (retained.tables.includes(table)) continue
    const keptQueue = table === tasksTable ? retained.queue : null
    for (let count = slice; count === slice; ) {
      if (performance.now() > until) return { more: true }
      count = await removeSlice({ table, key, keptQueue }, { school, runtime })
      removed += count
    }
  }
  return { more: removed > 0 }
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

/** One transaction of it; the number of rows that went. */
const removeSlice = (
  { table, key, keptQueue }: { table: string; key: readonly string[]; keptQueue: string | null },
  { school, runtime }: { school: string; runtime: Runtime },
): Promise<number> =>
  inSchool(school, runtime, async ({ work }) => {
    const name = `"${runtime.service}"."${table}"`
    const of = (alias: string) => key.map(column => `${alias}.${column}`).join(', ')
    const { rows } = await work.lock(
      `with first as (select ${of('s')} from ${name} s where s.school_id = $1
         ${keptQueue === null ? '' : 'and s.queue <> $2'} limit ${slice}),
       gone as (delete from ${name} t using first s where (${of('t')}) = (${of('s')}) and t.school_id = $1 returning 1)
       select count(*) from gone`,
      [school, ...(keptQueue === null ? [] : [keptQueue])],
    )
    return Number(rows[0]![0])
  })
