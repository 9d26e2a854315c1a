// The secrets of an installation as files: a folder for each program, which is all that it gets to see.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { busUserNames } from './bus-users.ts'
import { serviceNames } from './services.ts'

interface SecretFile {
  /** Below the folder: `users/signing-key`. */
  readonly path: string
  /** The variable of the installation with its value: `USERS_SIGNING_KEY`. */
  readonly variable: string
}

const upper = (name: string) => name.toUpperCase()

/** What a service finds at /run/secrets; its variables `LMS_…_FILE` in docker-compose.yml name these files. */
const filesOfService = (name: string): SecretFile[] => [
  { path: `${name}/signing-key`, variable: `${upper(name)}_SIGNING_KEY` },
  { path: `${name}/trusted-keys`, variable: 'LMS_TRUSTED_KEYS' },
  { path: `${name}/secret-keys`, variable: `${upper(name)}_SECRET_KEYS` },
  { path: `${name}/nats-password`, variable: `${upper(name)}_NATS_PASSWORD` },
  { path: `${name}/database-password`, variable: `${upper(name)}_DATABASE_PASSWORD` },
  { path: `${name}/system-database-password`, variable: `${upper(name)}_SYSTEM_DATABASE_PASSWORD` },
]

const files = (): SecretFile[] => [
  ...serviceNames.flatMap(filesOfService),
  { path: 'gateway/signing-key', variable: 'GATEWAY_SIGNING_KEY' },
  { path: 'gateway/nats-password', variable: 'GATEWAY_NATS_PASSWORD' },
  { path: 'gateway/operator-token', variable: 'LMS_OPERATOR_TOKEN' },
  { path: 'migrate/secret-keys', variable: 'LMS_SECRET_KEYS' },
  { path: 'migrate/database-password', variable: 'POSTGRES_PASSWORD' },
  { path: 'postgres/password', variable: 'POSTGRES_PASSWORD' },
  // Of those that observe the installation.
  { path: 'prometheus/token', variable: 'LMS_OPERATOR_TOKEN' },
  { path: 'exporter/password', variable: 'POSTGRES_PASSWORD' },
  { path: 'operator/token', variable: 'LMS_OPERATOR_TOKEN' },
  { path: 'operator/nats-password', variable: 'OPERATOR_NATS_PASSWORD' },
]

/** The values in the folder, by variable; none if there is no folder yet. */
export async function readSecretsFolder(folder: string): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { path, variable } of files()) {
    const text = await readFile(join(folder, path), 'utf8').catch(error => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text !== null) values[variable] ??= text.trimEnd()
  }
  return values
}

/**
 * Writes the values of an installation to the folder; returns the number of files. Others cannot enter the folder; below
 * it everybody may read, because a container that gets one of its folders runs as a user of its own.
 */
export async function writeSecretsFolder(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const passwords = busUserNames.map(name => `${upper(name)}_NATS_PASSWORD`)
  const texts = [
    ...files().map(({ path, variable }) => ({ path, text: `${environment[variable]}\n` })),
    // The NATS server takes them from its environment: a shell reads this file.
    { path: 'nats/passwords', text: passwords.map(name => `${name}='${environment[name]}'\n`).join('') },
  ]
  for (const { path, text } of texts) await writeSecret(join(folder, path), text)
  return texts.length
}

async function writeSecret(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await chmod(dirname(path), 0o755)
  await writeFile(`${path}.new`, text, { mode: 0o444 })
  await chmod(`${path}.new`, 0o444)
  await rename(`${path}.new`, path)
}
