// Making a Postgres and migrating services into it is seconds of work. A run of the suite does it once for each set of
// services; every system starts on a copy.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '@lms/local'
import { migrate, newInstallation, type Service, Vault } from '@lms/service-host'
import { eventually } from './eventually.ts'
import { asOwner, databaseUrl } from './owner.ts'

/** A database in which services are migrated, and the keys that its roles' passwords are made from. */
export interface Prepared {
  /** Of which services, with which migrations. */
  of: string
  secretKeys: string
}

const database = 'prepared'

/** One text for the same services with the same migrations. */
async function formOf(services: readonly Service[]): Promise<string> {
  const whole = await Promise.all(
    services.map(async ({ contract, migrations }) => [contract.service, await migrations()]),
  )
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 24)
}

/**
 * Puts the data of a stopped Postgres, in which the services are migrated, into `dataDir`, which must not be there yet.
 * Null outside a run that could share one: then nothing was done.
 */
export async function copyPrepared(services: readonly Service[], dataDir: string): Promise<Prepared | null> {
  const run = process.env.LMS_TEST_RUN_FOLDER
  if (!run) return null
  const of = await formOf(services)
  const template = join(run, of)
  if (!existsSync(template)) await prepare(services, template)
  // Postgres may have been given another place, because its user cannot enter this one.
  if (lstatSync(join(template, 'postgres')).isSymbolicLink()) return null
  await promisify(execFile)('cp', ['-pPR', join(template, 'postgres'), dataDir])
  return { of, secretKeys: readFileSync(join(template, 'secret-keys'), 'utf8') }
}

/** One worker makes it, aside until it is whole; the others wait. */
async function prepare(services: readonly Service[], template: string): Promise<void> {
  const making = `${template}.making`
  if (!claim(making)) {
    await eventually('another worker to prepare services', () => existsSync(template), 120_000)
    return
  }
  try {
    const { secretKeys } = newInstallation([])
    writeFileSync(join(making, 'secret-keys'), secretKeys)
    const dataDir = join(making, 'postgres')
    if (services.length > 0) await copyPrepared([], dataDir)
    await migrateInto(dataDir, services, secretKeys)
    renameSync(making, template)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

/** Makes the folder, for the user of Postgres to enter; false where it is there. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  chmodSync(folder, 0o711)
  return true
}

async function migrateInto(dataDir: string, services: readonly Service[], secretKeys: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    if (services.length === 0) return
    await createMigrated(postgres.url, database, services, secretKeys)
    // So that little of its log is left to be copied.
    await asOwner(postgres.url, client => client.query('checkpoint'))
  } finally {
    await postgres.stop()
  }
}

/**
 * Makes a database with this name in which the services are migrated: the prepared one, for the first who asks, else a
 * new one. Gives the secret keys that the passwords of its roles are made from.
 */
export async function migratedDatabase(
  servers: { postgres: { url: string }; prepared: Prepared | null },
  services: readonly Service[],
  name: string,
): Promise<string> {
  const { postgres, prepared } = servers
  if (prepared?.of === (await formOf(services))) {
    servers.prepared = null
    await asOwner(postgres.url, client => client.query(`alter database ${database} rename to ${name}`))
    return prepared.secretKeys
  }
  const { secretKeys } = newInstallation([])
  await createMigrated(postgres.url, name, services, secretKeys)
  return secretKeys
}

async function createMigrated(url: string, name: string, services: readonly Service[], secretKeys: string) {
  await asOwner(url, client => client.query(`create database ${name}`))
  for (const service of services) await migrate(service, databaseUrl(url, name), new Vault(secretKeys))
}
