// What `lms migrate` would run: the statements of the migrations that a database has not had, with their locks.
import { allMigrations, type MigrationSpec, onlineMigration } from '@lms/service-host'
import pg from 'pg'
import type { ServiceEntry } from '../services.ts'
import { stopReason } from './rolling.ts'
import { type Lock, statementsOf } from './statements.ts'

export interface PlannedStatement {
  readonly statement: string
  /** Each lock that it takes, with its table and the table's rows as Postgres last counted them. */
  readonly locks: readonly { lock: Exclude<Lock, null>; object: string; rows: number | null }[]
}

export interface PlannedMigration {
  readonly service: string
  readonly name: string
  /** How it runs: in a transaction, or beside working processes. */
  readonly runs: 'transaction' | 'indexes' | 'batches'
  /** Why all processes have to be stopped before; null if they need not. */
  readonly stop: string | null
  readonly statements: readonly PlannedStatement[]
}

/** The migrations that a service's database lacks, in their order. It reads only. */
export async function plannedMigrations(
  { name: service, migrations }: Pick<ServiceEntry, 'name' | 'migrations'>,
  ownerUrl: string,
): Promise<PlannedMigration[]> {
  const client = new pg.Client({ connectionString: ownerUrl, statement_timeout: 15_000 })
  await client.connect()
  try {
    const applied = await appliedMigrations(client, service)
    const all = await allMigrations(service, migrations)
    const missing = all.filter(({ name }) => !applied.has(name))
    const rows = await rowCounts(client, service)
    return await Promise.all(missing.map(migration => planned(service, migration, rows)))
  } finally {
    await client.end()
  }
}

async function appliedMigrations(client: pg.Client, schema: string): Promise<Set<string>> {
  const table = `"${schema}".migrations`
  const { rows: found } = await client.query('select to_regclass($1) is not null as exists', [table])
  if (!found[0].exists) return new Set()
  const { rows } = await client.query(`select name from ${table}`)
  return new Set(rows.map(({ name }) => name))
}

/** Rows of each table as last counted; tables that were never counted are missing. */
async function rowCounts(client: pg.Client, schema: string): Promise<Map<string, number>> {
  const { rows } = await client.query(
    `select n.nspname || '.' || c.relname as table, c.reltuples::bigint::float8 as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p') and c.reltuples >= 0`,
    [schema],
  )
  return new Map(rows.map(({ table, rows: count }) => [table, count]))
}

async function planned(
  service: string,
  { name, sql }: MigrationSpec,
  rows: ReadonlyMap<string, number>,
): Promise<PlannedMigration> {
  const statements = sql.trim() ? await statementsOf(sql) : []
  return {
    service,
    name,
    runs: onlineMigration(sql)?.kind ?? 'transaction',
    stop: stopReason(sql),
    statements: statements.map(({ text, effects }) => ({
      statement: text,
      locks: effects.flatMap(({ lock, object }) =>
        lock ? [{ lock, object, rows: rows.get(object) ?? null }] : [],
      ),
    })),
  }
}

/** The plan for a reader. */
export function planText(plan: readonly PlannedMigration[]): string {
  if (plan.length === 0) return 'All schemas are up to date.'
  const runs = {
    transaction: 'in a transaction',
    indexes: 'beside working processes',
    batches: 'in batches, beside working processes',
  }
  return plan
    .map(({ service, name, runs: how, stop, statements }) =>
      [
        `${service} ${name}: ${runs[how]}${stop ? `; stop all processes before: ${stop}` : ''}`,
        ...statements.map(({ statement, locks }) =>
          [
            ...statement.split('\n').map(line => `    ${line}`),
            ...locks.map(
              ({ lock, object, rows }) =>
                `      ${lock} on ${object}${rows === null ? '' : ` (${rows} rows)`}`,
            ),
          ].join('\n'),
        ),
      ].join('\n'),
    )
    .join('\n\n')
}
