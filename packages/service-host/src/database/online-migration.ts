// Migrations that run beside working processes, outside a transaction: indexes built concurrently, and rows changed in
// batches. Both may be interrupted at any point and run again.
import type { Pool, PoolClient } from 'pg'

/** Statements of one file, by how they run. */
export type OnlineMigration =
  | { readonly kind: 'indexes'; readonly statements: readonly string[] }
  /** `table` is a quoted name with its schema; `statement` changes some rows, and none when all are changed. */
  | { readonly kind: 'batches'; readonly table: string; readonly statement: string }

const batchMark = /^-- in batches of ("\w+"\."\w+")$/m
const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '').trim()

/**
 * How a file runs outside a transaction; null for a usual one. A file with `concurrently` has statements about indexes
 * alone; a file with the line `-- in batches of "crm"."messages"` has one statement, which is repeated until it changes
 * no row.
 */
export function onlineMigration(sql: string): OnlineMigration | null {
  const statement = withoutComments(sql).replace(/;$/, '')
  const [, table] = batchMark.exec(sql) ?? []
  if (table) return { kind: 'batches', table, statement }
  if (!/\bindex\s+concurrently\b/i.test(statement)) return null
  const statements = statement.split(/;\s*\n/).map(each => each.trim())
  return { kind: 'indexes', statements }
}

/** Batches end, too: a statement that always finds rows is a mistake. */
const maxBatches = 1_000_000
const lockMs = 2000

/** Runs it on a connection of its own. */
export async function runOnline(pool: Pool, migration: OnlineMigration): Promise<void> {
  const client = await pool.connect()
  try {
    if (migration.kind === 'indexes') await buildIndexes(client, migration.statements)
    else await changeInBatches(client, migration)
  } finally {
    await client.query(`set lock_timeout = ${lockMs}`).catch(() => {})
    client.release()
  }
}

/** Nobody waits behind a build, so it waits for transactions as long as they take. An interrupted one is removed. */
async function buildIndexes(client: PoolClient, statements: readonly string[]): Promise<void> {
  await client.query('set lock_timeout = 0')
  for (const statement of statements) {
    const [, name, table] =
      /create (?:unique )?index concurrently if not exists "?(\w+)"? on ("?\w+"?)\./i.exec(statement) ?? []
    if (name && table) {
      const { rows } = await client.query(
        `select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = $1 and c.relname = $2 and not i.indisvalid`,
        [table.replaceAll('"', ''), name],
      )
      if (rows.length > 0) await client.query(`drop index concurrently if exists ${table}."${name}"`)
    }
    await client.query(statement)
  }
}

/** Each batch is a transaction. The owner of the table sees the rows of all schools meanwhile; services do not. */
async function changeInBatches(
  client: PoolClient,
  { table, statement }: Extract<OnlineMigration, { kind: 'batches' }>,
): Promise<void> {
  await client.query(`alter table ${table} no force row level security`)
  for (let batch = 1; ; batch++) {
    const { rowCount } = await client.query(statement)
    if (!rowCount) break
    if (batch === maxBatches)
      throw new Error(`A migration of ${table} still changes rows after ${maxBatches} batches.`)
  }
  await client.query(`alter table ${table} force row level security`)
}
