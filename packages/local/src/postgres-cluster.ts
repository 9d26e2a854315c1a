import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresHome } from './postgres-home.ts'
import { run, tail } from './programs.ts'

/** The cluster's own folder (Postgres calls it the data directory) and the superuser's password. */
export type Cluster = { folder: string; password: string }

/** The environment of Postgres programs, without variables that could change their behaviour (PGPORT, LC_ALL, …). */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * The cluster in `home`, created on first use: UTF-8, the built-in C.UTF-8 locale, passwords for every connection. The
 * superuser's password is in `superuser-password` beside it.
 */
export async function ensureCluster(
  binaries: string,
  home: PostgresHome,
  durable: boolean,
): Promise<Cluster> {
  const folder = join(home.folder, 'cluster')
  const passwordFile = join(home.folder, 'superuser-password')
  if (await stat(folder).catch(() => undefined)) {
    return { folder, password: await readPassword(passwordFile) }
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (home.as) await chown(passwordFile, home.as.uid, home.as.gid)
  await initialise(binaries, home, folder, passwordFile, durable)
  return { folder, password }
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new Error(
      `The password of this Postgres cannot be read from ${file}. Restore that file, or remove its folder ` +
        'if the data are not needed.',
      { cause: error },
    )
  }
}

/** In a folder that is renamed at the end, so that a killed run leaves no incomplete cluster. */
async function initialise(
  binaries: string,
  home: PostgresHome,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  const args = ['-D', unfinished, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!durable) args.push('--no-sync')
  const as = home.as ? { as: home.as } : {}
  const result = await run(join(binaries, 'initdb'), args, { ...as, env: postgresEnv, timeoutMs: 120_000 })
  if (!result.ok)
    throw new Error(
      `Postgres could not create its data in ${folder}:\n${tail(result.output)}\n${hint(result.output)}`,
    )
  await rename(unfinished, folder)
}

function hint(output: string): string {
  if (/could not look up effective user ID/.test(output)) {
    return 'Run as a user that the system knows (this one has no entry in /etc/passwd), or set DATABASE_URL.'
  }
  if (/No space left on device/.test(output)) return 'Free some disk space.'
  return 'Check that the folder is writable, or set DATABASE_URL to a Postgres server that is running.'
}
