// `lms installation`: the secrets of an installation, as files for Compose, or as environment variables.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import { busUserNames } from '../bus-users.ts'
import { readSecretsFolder, writeSecretsFolder } from '../secrets-folder.ts'
import { serviceNames } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

export function installationCommand(program: Command): void {
  program
    .command('installation')
    .description('make the secrets of a new installation; keep them safe, each call creates other ones')
    .option('--folder <path>', 'write them to files, a folder for each program; keep what is there')
    .option('--keep <file>', 'keep the values of this environment file, and add missing ones')
    .option('--env', 'as lines of an environment file (the default)')
    .option('--json', 'as JSON')
    .action(async ({ folder, json, keep }: { folder?: string; json?: boolean; keep?: string }) => {
      const stored = {
        ...(folder ? await readSecretsFolder(folder) : {}),
        ...(keep ? (parseEnv(await readFile(keep, 'utf8')) as Record<string, string>) : {}),
      }
      const environment = await installationEnvironment(stored)
      if (folder) {
        const written = await writeSecretsFolder(folder, environment)
        return json ? sayJson({ folder, written }) : say(`${written} files are in ${folder}. Keep them safe.`)
      }
      if (json) return sayJson(environment)
      for (const [name, value] of Object.entries(environment)) say(`${name}='${value}'`)
    })
}

/**
 * The variables of an installation, with the given values. Keys are one line each: PEM with ` ` written out, as env
 * files need it.
 */
export async function installationEnvironment(
  stored: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const { busPasswords, newInstallation, roleOf, rolePassword, systemRoleOf, Vault } = await import(
    '@lms/service-host'
  )
  const { signing, ...fresh } = newInstallation(serviceNames)
  const secretKeys = stored.LMS_SECRET_KEYS ?? fresh.secretKeys
  const vault = new Vault(secretKeys)
  const trusted: Record<string, string> = stored.LMS_TRUSTED_KEYS ? JSON.parse(stored.LMS_TRUSTED_KEYS) : {}
  // A signing key and its public key are kept or created together.
  const pairs = ['gateway', ...serviceNames].map(name => {
    const variable = `${upper(name)}_SIGNING_KEY`
    const privateKey = trusted[name] ? stored[variable] : undefined
    if (!privateKey) trusted[name] = signing[name]!.publicKey
    return [variable, oneLine(privateKey ?? signing[name]!.privateKey)]
  })
  // Values derived from the secret keys are computed, and never kept.
  const perService = serviceNames.flatMap(name => [
    [`${upper(name)}_DATABASE_PASSWORD`, rolePassword(vault, roleOf(name))],
    [`${upper(name)}_SYSTEM_DATABASE_PASSWORD`, rolePassword(vault, systemRoleOf(name))],
    [`${upper(name)}_SECRET_KEYS`, vault.ringOf(name)],
  ])
  return {
    ...stored,
    POSTGRES_PASSWORD: stored.POSTGRES_PASSWORD ?? randomBytes(24).toString('hex'),
    LMS_SECRET_KEYS: secretKeys,
    LMS_OPERATOR_TOKEN: stored.LMS_OPERATOR_TOKEN ?? fresh.operatorToken,
    LMS_TRUSTED_KEYS: JSON.stringify(trusted),
    ...Object.fromEntries(pairs),
    ...Object.fromEntries(perService),
    ...busPasswords({ secretKeys }, busUserNames),
  }
}

const upper = (name: string) => name.toUpperCase().replaceAll('-', '_')

const oneLine = (pem: string) => pem.trimEnd().replaceAll('\n', '\\n')
