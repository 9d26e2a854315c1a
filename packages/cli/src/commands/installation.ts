// `lms installation`: the keys of a fresh installation, as environment for Compose or Kubernetes.
import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { serviceNames } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

export function installationCommand(program: Command): void {
  program
    .command('installation')
    .description('print the keys of a fresh installation; keep them safe, they are made anew each time')
    .option('--env', 'as lines of an environment file (the default)')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const environment = await freshEnvironment()
      if (json) return sayJson(environment)
      for (const [name, value] of Object.entries(environment)) say(`${name}='${value}'`)
    })
}

/** Variables of a fresh installation. Keys are one line each: PEM with `\n` written out, as env files want it. */
export async function freshEnvironment(): Promise<Record<string, string>> {
  const { newInstallation, roleOf, rolePassword, systemRoleOf, trustedKeysOf, Vault } = await import(
    '@lms/service-host'
  )
  const installation = newInstallation(serviceNames)
  const vault = new Vault(installation.secretKeys)
  const perService = serviceNames.flatMap(name => {
    const upper = name.toUpperCase().replaceAll('-', '_')
    return [
      [`${upper}_DATABASE_PASSWORD`, rolePassword(vault, roleOf(name))],
      [`${upper}_SYSTEM_DATABASE_PASSWORD`, rolePassword(vault, systemRoleOf(name))],
      [`${upper}_SIGNING_KEY`, oneLine(installation.signing[name]!.privateKey)],
    ]
  })
  return {
    POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
    LMS_SECRET_KEYS: installation.secretKeys,
    LMS_OPERATOR_TOKEN: installation.operatorToken,
    LMS_TRUSTED_KEYS: JSON.stringify(trustedKeysOf(installation)),
    GATEWAY_SIGNING_KEY: oneLine(installation.signing.gateway!.privateKey),
    ...Object.fromEntries(perService),
  }
}

const oneLine = (pem: string) => pem.trimEnd().replaceAll('\n', '\\n')
