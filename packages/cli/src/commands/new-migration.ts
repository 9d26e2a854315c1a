// `lms generate migration`: a first text of a migration, from the difference between declarations and tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { services } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

export function newMigrationCommand(generate: Command): void {
  generate
    .command('migration')
    .description(
      'write a first text of a migration: the difference between a service’s tables and its declarations',
    )
    .argument('<service>', services.map(({ name }) => name).join(', '))
    .argument('<name>', 'the topic: tax-rates')
    .option('--json', 'answer with JSON')
    .action(async (service: string, name: string, { json }: { json?: boolean }) => {
      const written = await newMigration(service, name, new Date())
      if (json) return sayJson({ written })
      say(written ? `Written: ${written}. Read and adapt it.` : 'There is no difference.')
    })
}

/** Writes the file and returns its path; null if there is no difference. */
async function newMigration(service: string, name: string, now: Date): Promise<string | null> {
  const entry = services.find(each => each.name === service)
  if (!entry)
    throw new Error(
      `There is no service ${service}. The services are ${services.map(each => each.name).join(', ')}.`,
    )
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new Error('Use lower-case letters and hyphens for the name: tax-rates.')
  const sql = await lacking(await entry.load())
  if (sql === '') return null
  const moment = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const file = fileURLToPath(new URL(`../migrations/${moment}-${name}.sql`, entry.main))
  writeFileSync(file, `${sql.trim()}\n`)
  return relative(process.cwd(), file)
}

/** The comparison runs on a temporary Postgres with all migrations. */
async function lacking(service: Awaited<ReturnType<(typeof services)[number]['load']>>): Promise<string> {
  const { startPostgres } = await import('@lms/local')
  const { migrate, newInstallation, schemaChanges, Vault } = await import('@lms/service-host')
  const folder = mkdtempSync(join(tmpdir(), 'lms-migration-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
  try {
    await migrate(service, postgres.url, new Vault(newInstallation([]).secretKeys))
    return await schemaChanges(service, postgres.url)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
