// The difference between a database and a service's declared tables: the first text of a migration. MikroORM's schema
// generator compares them; features that only migrations have (partial indexes, checks of several columns) do not
// count.
import type { MikroORM } from '@mikro-orm/postgresql'
import { rowSecurity } from '../database/migration.ts'
import type { Service } from '../service.ts'
import { ormOf } from './migrate.ts'

/**
 * The SQL that changes the tables to match their declaration, with row-level security for new ones; empty if they
 * match.
 */
export async function schemaChanges(service: Service, ownerUrl: string): Promise<string> {
  const schema = service.contract.service
  const orm = await ormOf(service.contract.service, service.entities, ownerUrl)
  try {
    const sql = await orm.schema.getUpdateSchemaSQL({ schema, wrap: false, dropTables: false })
    const statements = declaredOnly(
      sql.split(/;\s*\n/).map(each => each.trim()),
      await presentIndexes(orm, schema),
    )
    return statements.flatMap(statement => [written(statement), ...securityOf(statement)]).join('\n')
  } finally {
    await orm.close(true)
  }
}

const allowedForms = [
  /^create table /,
  /^create (?:unique )?index /,
  /^alter table \S+ (?:add (?!primary key)|drop column )/,
  /^alter table \S+ alter column \S+ (?!drop default)/,
]

/** The statements without those that would remove additions of migrations. */
function declaredOnly(statements: readonly string[], present: ReadonlySet<string>): string[] {
  const added = new Set(statements.flatMap(each => / add constraint ("\w+")/.exec(each)?.[1] ?? []))
  return statements.filter(statement => {
    const dropped = / drop constraint ("\w+")$/.exec(statement)?.[1]
    if (dropped) return added.has(dropped)
    const indexedColumns = /^create (?:unique )?index \S+ on (.*)$/.exec(statement)?.[1]
    return allowedForms.some(form => form.test(statement)) && !(indexedColumns && present.has(indexedColumns))
  })
}

/** Tables with the columns of each index, as in `create index`. */
async function presentIndexes(orm: MikroORM, schema: string): Promise<Set<string>> {
  const rows = await orm.em.getConnection().execute<{ place: string }[]>(
    `select format('"%s"."%s" (%s)', n.nspname, c.relname, (
        select string_agg(format('"%s"', a.attname), ', ' order by k.place)
        from unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)) as place
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ? and i.indpred is null`,
    [schema],
  )
  return new Set(rows.map(({ place: indexedColumns }) => indexedColumns))
}

/** A formatted statement: a new table has a line for each column. */
function written(statement: string): string {
  const table = /^(create table \S+) \((.*)\)$/s.exec(statement)
  if (!table) return `${statement};`
  const [, head, body] = table
  // Commas outside of parentheses and quotes separate the columns.
  const columns = body!
    .match(/(?:[^,('"]|\((?:[^()']|'[^']*')*\)|'[^']*'|"[^"]*")+/g)!
    .map(each => each.trim())
  // A nullable column need not say so.
  const lines = columns.map(each => `  ${each.replace(/(?<!not) null$/, '')}`)
  return `\n${head} (\n${lines.join(',\n')}\n);`
}

function securityOf(statement: string): string[] {
  const match = /^create table "(\w+)"\."(\w+)"/.exec(statement)
  return match ? [rowSecurity(match[1]!, match[2]!).trim()] : []
}
