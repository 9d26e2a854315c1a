// The last release: what its processes read, so that migrations since then can be held against it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allMigrations, type Service } from '@lms/service-host'
import { services } from '../services.ts'
import { type Release, stopReason } from './rolling.ts'

const deploy = new URL('../../../../deploy/', import.meta.url)
const lastFile = new URL('last-release.json', deploy)
const listFile = new URL('releases.json', deploy)

/** An entry of `deploy/releases.json`. */
export interface ReleaseEntry {
  readonly version: string
  readonly date: string
  readonly commit: string
  /** Why its processes cannot run beside those of the release before; empty if they can. */
  readonly stops: readonly string[]
}

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8'))
export const lastRelease = (): Release => read(lastFile)
export const releaseEntries = (): readonly ReleaseEntry[] => read(listFile)

/** The migrations since a release that no process of it may run beside: why. */
export async function stopsSince(release: Release): Promise<string[]> {
  const lists = await Promise.all(
    services.map(async ({ name, migrations }) => {
      const released = new Set(release.migrations[name])
      const all = await allMigrations(name, migrations)
      return all.flatMap(migration => {
        const reason = released.has(migration.name) ? null : stopReason(migration.sql)
        return reason ? [`${name}: ${reason}`] : []
      })
    }),
  )
  return lists.flat()
}

/** Names the last commit as a release; returns the written files. */
export async function writeRelease(version: string, date: string): Promise<string[]> {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const entry: ReleaseEntry = { version, date, commit, stops: await stopsSince(lastRelease()) }
  const release: Release = { version, ...(await contentsOf()) }
  writeFileSync(listFile, `${JSON.stringify([...releaseEntries(), entry], null, 2)}\n`)
  writeFileSync(lastFile, releaseText(release))
  return [lastFile, listFile].map(file => fileURLToPath(file))
}

async function contentsOf(): Promise<Omit<Release, 'version'>> {
  const loaded = await Promise.all(services.map(async ({ name, load }) => [name, await load()] as const))
  const migrations = loaded.map(async ([name, service]) => [
    name,
    (await allMigrations(name, service.migrations)).map(each => each.name),
  ])
  return {
    migrations: Object.fromEntries(await Promise.all(migrations)),
    columns: Object.fromEntries(loaded.map(([name, service]) => [name, columnsOf(service)])),
  }
}

const columnsOf = ({ entities }: Service): Record<string, string[]> =>
  Object.fromEntries(
    entities.map(entity => {
      const { tableName, properties } = entity.init().meta
      return [tableName, Object.keys(properties).sort()]
    }),
  )

/** A line for each service's migrations and for each table, so that a change shows what has changed. */
function releaseText({ version, migrations, columns }: Release): string {
  const lines = (object: object, depth: string) =>
    Object.entries(object)
      .map(([name, value]) => `${depth}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  const tables = Object.entries(columns)
    .map(([name, own]) => `    ${JSON.stringify(name)}: {\n${lines(own, '      ')}\n    }`)
    .join(',\n')
  return `{\n  "version": ${JSON.stringify(version)},\n  "migrations": {\n${lines(migrations, '    ')}\n  },\n  "columns": {\n${tables}\n  }\n}\n`
}
