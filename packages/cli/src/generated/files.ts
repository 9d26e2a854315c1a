// Files generated from the list of services and their declarations. `npm run generate` writes them, and a test fails
// when they are stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { scoresPage } from '@lms/agent/scores'
import { busUsersContent, busUsersFile } from '../bus-users.ts'
import { serviceNames, services } from '../services.ts'
import { chartFiles } from './chart/chart.ts'
import { dashboardFiles } from './dashboards.ts'
import { composeWith, environmentExampleWith, targetsFile } from './deployment.ts'
import { metricsPage } from './metrics-page.ts'
import { contractsModule, declarationTests, partsModule, withServices } from './registry.ts'

interface GeneratedFile {
  /** Relative to the root of the repository. */
  path: string
  content: string
}

const addressOf = (path: string) => new URL(`../../../../${path}`, import.meta.url)
/** The file's text; empty where there is none yet. */
const read = (path: string) => (existsSync(addressOf(path)) ? readFileSync(addressOf(path), 'utf8') : '')
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Files that list the services: generated from the folders alone, before any service can be loaded. */
function registryFiles(): GeneratedFile[] {
  const lock = JSON.parse(read('package-lock.json'))
  lock.packages['packages/api'] = withServices(lock.packages['packages/api'])
  return [
    { path: 'packages/api/src/contracts.ts', content: contractsModule() },
    { path: 'packages/api/src/parts.ts', content: partsModule() },
    {
      path: 'packages/api/package.json',
      content: json(withServices(JSON.parse(read('packages/api/package.json')))),
    },
    { path: 'package-lock.json', content: json(lock) },
    ...declarationTests(),
  ]
}

/** Files from the declarations of the services. */
async function deploymentFiles(): Promise<GeneratedFile[]> {
  const loaded = await Promise.all(services.map(({ load }) => load()))
  const path = { compose: 'docker-compose.yml', environment: 'deploy/env.example' }
  const users = { path: busUsersFile, content: await busUsersContent() }
  const sources = {
    version: JSON.parse(read('package.json')).version,
    values: read('deploy/chart/values.yaml'),
    alerts: read('deploy/observe/alerts.yml'),
    busUsers: users.content,
    nats: read('deploy/chart/nats.yaml'),
  }
  return [
    ...chartFiles(loaded, sources),
    users,
    { path: path.compose, content: composeWith(read(path.compose), loaded) },
    { path: path.environment, content: environmentExampleWith(read(path.environment), loaded) },
    { path: 'deploy/observe/targets.json', content: targetsFile(loaded) },
    ...dashboardFiles(),
    { path: 'docs/metrics.md', content: metricsPage(loaded) },
    { path: 'docs/agent-questions.md', content: await scoresPage() },
  ]
}

const drifted = (files: readonly GeneratedFile[]) =>
  files.filter(({ path, content }) => read(path) !== content)

function write(files: readonly GeneratedFile[]): string[] {
  const changed = drifted(files)
  for (const { path, content } of changed) writeFileSync(addressOf(path), content)
  return changed.map(({ path }) => path)
}

/** Writes stale files that list the services; returns their paths. Throws if a service cannot be imported. */
export function writeRegistry(): string[] {
  const unlinked = serviceNames.filter(name => !existsSync(addressOf(`node_modules/@lms/${name}`)))
  if (unlinked.length)
    throw new Error(`Run npm install first: it links services/${unlinked.join(', services/')}.`)
  return write(registryFiles())
}

/** Writes stale files of the deployment; returns their paths. */
export const writeDeployment = async (): Promise<string[]> => write(await deploymentFiles())

/** The paths of stale files. */
export const driftOfServices = async (): Promise<string[]> =>
  drifted([...registryFiles(), ...(await deploymentFiles())]).map(({ path }) => path)
