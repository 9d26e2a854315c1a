// Starting a Postgres and migrating services takes seconds. A test run does it once for each set of services; every
// system starts on a copy.
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

/** A database with migrated services, and the keys from which its roles' passwords are derived. */
export interface Prepared {
  /** The services and their migrations. */
  of: string
  secretKeys: string
}

const database = 'prepared'

/** A text that is the same for the same services with the same migrations. */
async function formOf(services: readonly Service[]): Promise<string> {
  const migrationsByService = await Promise.all(
    services.map(async ({ contract, migrations }) => [contract.service, await migrations()]),
  )
  return createHash('sha256').update(JSON.stringify(migrationsByService)).digest('hex').slice(0, 24)
}

/**
 * Copies the data of a stopped Postgres with migrated services into `dataDir`, which must not exist yet. Null outside a
 * run that could share one: then nothing was done.
 */
export async function copyPrepared(services: readonly Service[], dataDir: string): Promise<Prepared | null> {
  const run = process.env.LMS_TEST_RUN_FOLDER
  if (!run) return null
  const of = await formOf(services)
  const template = join(run, of)
  await onceInRun(template, making => prepare(services, making))
  // Postgres may have another folder, because its user cannot enter this one.
  if (lstatSync(join(template, 'postgres')).isSymbolicLink()) return null
  await copyFolder(join(template, 'postgres'), dataDir)
  return { of, secretKeys: readFileSync(join(template, 'secret-keys'), 'utf8') }
}

/** Copies a folder, with owners and modes, to a name that does not exist yet; or what is in it: `from` ends with `/.`. */
export const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-pPR', from, to])

/** Makes a folder once in a test run: one worker, under a temporary name until it is complete; the others wait. */
export async function onceInRun(folder: string, make: (making: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  const making = `${folder}.making`
  if (!claim(making)) {
    await eventually('another worker to prepare a folder', () => existsSync(folder), 300_000)
    return
  }
  try {
    await make(making)
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

async function prepare(services: readonly Service[], folder: string): Promise<void> {
  const { secretKeys } = newInstallation([])
  writeFileSync(join(folder, 'secret-keys'), secretKeys)
  const dataDir = join(folder, 'postgres')
  if (services.length > 0) await copyPrepared([], dataDir)
  await migrateInto(dataDir, services, secretKeys)
}

/** Creates the folder, accessible for the user of Postgres; false if it exists. */
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
    // So that little of its log has to be copied.
    await asOwner(postgres.url, client => client.query('checkpoint'))
  } finally {
    await postgres.stop()
  }
}

/**
 * Creates a database with this name and migrated services: the prepared one for the first caller, then new ones.
 * Returns the secret keys from which the passwords of its roles are derived.
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

/** `LMS_TEST_DATABASES=split`: each service has a database of its own, on two servers in turn. */
export const isSplit = process.env.LMS_TEST_DATABASES === 'split'

/**
 * Creates a migrated database of each service. Returns the owner's address of each, and the secret keys from which the
 * passwords of their roles are derived.
 */
export async function splitDatabases(
  urls: readonly string[],
  services: readonly Service[],
  name: string,
): Promise<{ secretKeys: string; owners: Record<string, string> }> {
  const { secretKeys } = newInstallation([])
  const owners: Record<string, string> = {}
  for (const [index, service] of services.entries()) {
    const { service: own } = service.contract
    const url = urls[index % urls.length]!
    await createMigrated(url, `${name}_${own}`, [service], secretKeys)
    owners[own] = databaseUrl(url, `${name}_${own}`)
  }
  return { secretKeys, owners }
}

async function createMigrated(url: string, name: string, services: readonly Service[], secretKeys: string) {
  await asOwner(url, client => client.query(`create database ${name}`))
  for (const service of services) await migrate(service, databaseUrl(url, name), new Vault(secretKeys))
}
