// Migrations are files of a folder, in the order of their names: `20261122093000-tax-rates.sql`, or `.ts` if one needs
// more than SQL. Only `migrate` reads them; a running service does not.
import { readdir, readFile } from 'node:fs/promises'
import type { MigrationSpec } from './migration.ts'
import { onlineMigration } from './online-migration.ts'

/** Reads the migrations of a folder, whose address ends with a slash. */
export const migrationsIn = (folder: URL) => async (): Promise<readonly MigrationSpec[]> => {
  const files = (await readdir(folder)).filter(file => /\.(?:sql|ts)$/.test(file)).sort()
  return Promise.all(files.map(file => readMigration(new URL(file, folder), file)))
}

async function readMigration(address: URL, file: string): Promise<MigrationSpec> {
  const name = file.replace(/\.\w+$/, '')
  if (file.endsWith('.sql')) {
    const sql = await readFile(address, 'utf8')
    return { name, sql, online: onlineMigration(sql) }
  }
  const [spec] = Object.values(await import(address.href)) as [MigrationSpec | undefined]
  if (spec?.name !== name)
    throw new Error(`${file} must export one migration with the name of the file: ${name}.`)
  return spec
}
