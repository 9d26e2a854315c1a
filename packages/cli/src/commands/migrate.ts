// Migrates the schemas of all services to the newest version: the only step that needs the owner of the database.
import type { Command } from 'commander'
import { databasesIn } from '../databases.ts'
import { serviceNames, services } from '../services.ts'
import { describeError, say, sayJson } from '../terminal.ts'

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the schemas of all services to the newest version')
    .option('--plan', 'only print the statements that would run, with their locks')
    .option('--no-connection-check', 'do not ask whether Postgres takes the connections of all services')
    .option('--json', 'answer with JSON')
    .addHelpText(
      'after',
      '\nNeeds DATABASE_URL (or DATABASE_URL_<SERVICE>) of the owner, and LMS_SECRET_KEYS, from which the\npasswords of the services’ database roles are derived. Each can be in a file: LMS_SECRET_KEYS_FILE=<path>.',
    )
    .action(async ({ plan, connectionCheck, json }: MigrateOptions) => {
      const { withSecretFiles } = await import('@lms/service-host/installation')
      if (plan) return showPlan(withSecretFiles(process.env), json)
      const migrated = await migrateAll(withSecretFiles(process.env), connectionCheck)
      if (json) sayJson({ migrated })
      else say(`The schemas of ${migrated.join(', ')} are up to date.`)
    })
}

interface MigrateOptions {
  plan?: boolean
  connectionCheck: boolean
  json?: boolean
}

/** The address of each service's database. Throws where one has none. */
function allDatabases(env: NodeJS.ProcessEnv): Record<string, string> {
  const databases = databasesIn(serviceNames, env)
  const without = serviceNames.filter(name => !databases[name])
  if (without.length) throw new Error(`Set DATABASE_URL: ${without.join(', ')} would have no database.`)
  return databases as Record<string, string>
}

async function showPlan(env: NodeJS.ProcessEnv, json = false): Promise<void> {
  const { plannedMigrations, planText } = await import('../migrations/plan.ts')
  const databases = allDatabases(env)
  const plan = []
  for (const service of services) plan.push(...(await plannedMigrations(service, databases[service.name]!)))
  if (json) sayJson({ plan })
  else say(planText(plan))
}

async function migrateAll(env: NodeJS.ProcessEnv, withConnectionCheck: boolean): Promise<string[]> {
  const databases = allDatabases(env)
  const secretKeys = env.LMS_SECRET_KEYS
  if (!secretKeys) throw new Error('Set LMS_SECRET_KEYS to the secret keys of the installation.')
  const { migrate, Vault } = await import('@lms/service-host')
  if (withConnectionCheck) await refuseTooSmallServers(databases, env)
  const vault = new Vault(secretKeys)
  for (const { name, migrations } of services)
    await migrate({ contract: { service: name }, migrations }, databases[name]!, vault).catch(error => {
      const { host } = new URL(databases[name]!)
      throw new Error(`The schema of ${name} could not be migrated on ${host}: ${describeError(error)}`, {
        cause: error,
      })
    })
  return [...serviceNames]
}

/** Throws where a server of Postgres takes fewer connections than the services on it open. */
async function refuseTooSmallServers(
  databases: Record<string, string>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { maxConnections, poolSizeOf, refuseTooFewConnections } = await import('@lms/service-host')
  const onServers = Map.groupBy(services, ({ name }) => new URL(databases[name]!).host)
  for (const [host, there] of onServers) {
    const workers = await Promise.all(there.map(async ({ load }) => (await load()).workers?.length ?? 0))
    const most = maxConnections(workers, poolSizeOf(env))
    await refuseTooFewConnections(databases[there[0]!.name]!, most).catch(error => {
      throw new Error(`Postgres at ${host}: ${describeError(error)}`, { cause: error })
    })
  }
}
