// Rows for any table, made from Postgres's catalogue, so that the policies of every table are tested. All in a
// transaction that is rolled back.
import type pg from 'pg'

const sampleOf = (type: string, school: string): string => {
  if (type === 'text') return `'${school}-x'`
  if (type === 'jsonb') return `'{}'`
  if (type === 'boolean') return 'false'
  if (/^timestamp|^date/.test(type)) return 'now()'
  if (type.endsWith('[]') || type.endsWith('multirange')) return `'{}'`
  const bits = /^bit\((\d+)\)$/.exec(type)
  if (bits) return `B'${'0'.repeat(Number(bits[1]))}'`
  return '1'
}

/**
 * Puts a row of each school into a table; its checks and references are taken off before. Gives the statement that
 * puts one more row of a school.
 */
export async function putRows(
  client: pg.Client,
  { schema, name }: { schema: string; name: string },
  schools: readonly string[],
): Promise<(school: string) => string> {
  const table = `"${schema}"."${name}"`
  const facts = await client.query(
    `select c.relkind = 'p' and (select p.partdefid = 0 from pg_partitioned_table p where p.partrelid = c.oid) as "needsDefault",
       (select jsonb_agg(conname) from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f')
          and k.conislocal) as checks,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
          and a.attidentity = '' and a.attgenerated = '' and not a.atthasdef) as columns
     from pg_class c where c.oid = $1::regclass`,
    [table],
  )
  const { needsDefault, checks, columns } = facts.rows[0] as {
    needsDefault: boolean
    checks: string[] | null
    columns: { name: string; type: string }[]
  }
  for (const check of checks ?? []) await client.query(`alter table ${table} drop constraint "${check}"`)
  if (needsDefault)
    await client.query(`create table "${schema}"."rest_of_${name}" partition of ${table} default`)
  const names = columns.map(each => `"${each.name}"`).join(', ')
  const insert = (school: string) => {
    const values = columns.map(each =>
      each.name === 'school_id' ? `'${school}'` : sampleOf(each.type, school),
    )
    return `insert into ${table} (${names}) values (${values.join(', ')})`
  }
  for (const school of schools) await client.query(insert(school))
  return insert
}
