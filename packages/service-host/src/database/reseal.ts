// Encrypts secrets again with the service's keys that an older version encrypted with the installation's own.
import type { Vault } from '../kernel/vault.ts'

/** Columns with encrypted texts: `table.column`. */
export type SealedColumn = `${string}.${string}`

type Execute = (sql: string, params?: unknown[]) => Promise<unknown>

/** Runs within the transaction of a migration, as the owner of the tables. */
export async function reseal(
  schema: string,
  columns: readonly SealedColumn[],
  { before, after }: { before: Vault; after: Vault },
  execute: Execute,
): Promise<void> {
  for (const name of columns) {
    const [table, column] = name.split('.') as [string, string]
    const tableName = `"${schema}"."${table}"`
    // Under forced row-level security the owner of a table sees no row.
    await execute(`alter table ${tableName} no force row level security`)
    const rows = (await execute(
      `select ctid::text as place from ${tableName} where split_part("${column}", '.', 1) = any(?::text[])`,
      [`{${before.ids.join(',')}}`],
    )) as { place: string }[]
    // One at a time: some are large.
    for (const row of rows) {
      const [sealed] = (await execute(`select "${column}" as text from ${tableName} where ctid = ?::tid`, [
        row.place,
      ])) as { text: string }[]
      const text = after.seal(before.open(sealed!.text))
      await execute(`update ${tableName} set "${column}" = ? where ctid = ?::tid`, [text, row.place])
    }
    await execute(`alter table ${tableName} force row level security`)
  }
}
