// Multiplies rows in every table of a service at once: copies get other ids, the same id everywhere the same other one,
// so that copies belong together like their originals.
import type { Client } from 'pg'

/** The services' own tables, the schools, and queues whose rows would be processed. */
const skippedTables = new Set([
  'outbox',
  'inbox',
  'idempotency_keys',
  'leases',
  'schools',
  'due',
  'channels',
  'notices',
  'tasks',
])

interface Column {
  name: string
  type: string
  unique: boolean
}

/** A school has few of these, so only others get more. */
const bounded = new Set([
  'site.domains',
  'webhooks.subscriptions',
  'commerce.tax_rates',
  'learning.badge_keys',
])

/** Of these a school has few that wait, so copies are over. */
const over: Readonly<Record<string, string>> = { 'service.exports': 'expired', 'service.imports': 'finished' }

/** Copies the rows of `school` in every table of the schema that has any, until there are about `count` more in each. */
export async function multiply(client: Client, schema: string, school: string, count: number): Promise<void> {
  await client.query(idFunction)
  for (const table of await tablesOf(client, schema)) {
    const result = await client.query(`select count(*)::int as n from ${table} where school_id = $1`, [
      school,
    ])
    const originals: number = result.rows[0].n
    if (originals === 0) continue
    const columns = await columnsOf(client, table)
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const copies = columns.map(column => {
      if (column.name === 'school_id') return schoolOf(table)
      return column.name === 'status' && table in over ? `'${over[table]}'` : copyOf(column)
    })
    await client.query(
      `insert into ${table} (${names}) select ${copies.join(', ')}
       from ${table} t, generate_series(1, ${Math.ceil(count / originals)}) n where t.school_id = $1
       on conflict do nothing`,
      [school],
    )
  }
  await client.query('analyze')
}

const idFunction = `create or replace function pg_temp.other_id(id text, n int) returns text language sql immutable as $$
  select case when id ~ '^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$'
    then left(id, 14) || left(md5(id || n), 16) else id end $$`

/** The school keeps a quarter of the copies; the rest is spread over twenty others: none is nearly alone. */
function schoolOf(table: string): string {
  const another = `pg_temp.other_id(t.school_id, n % 20)`
  return bounded.has(table) ? another : `case when n % 4 = 0 then t.school_id else ${another} end`
}

/** The value of a copy's column. */
function copyOf({ name, type, unique }: Column): string {
  const column = `t."${name}"`
  if (type === 'text') {
    const other = `pg_temp.other_id(${column}, n)`
    return unique ? `case when ${other} = ${column} then ${column} || n else ${other} end` : other
  }
  if (type.startsWith('timestamp')) return `${column} - n * interval '1 second'`
  if (unique && (type === 'bigint' || type === 'integer')) return `${column} + n * 1000`
  return column
}

async function tablesOf(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, c.relname
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = $1
     order by 1`,
    [schema],
  )
  return rows.filter(({ relname }) => !skippedTables.has(relname)).map(({ name }) => name)
}

/** The columns of a table; unique are those that a unique index names, states apart: these are what a check says. */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey))
         and not exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c'
           and k.conkey = array[a.attnum] and a.attname <> 'id') as unique
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     order by a.attnum`,
    [table],
  )
  return rows
}
