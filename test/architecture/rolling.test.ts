// Processes of the last release and of this one run on the same schema while an installation is upgraded.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease, releaseEntries, stopsSince } from '@lms/cli/releases'
import { problemsOf } from '@lms/cli/rolling'
import { allMigrations } from '@lms/service-host'
import { allServices } from '@lms/testing/all-services'
import { root } from './sources.ts'

const release = lastRelease()

test.each(allServices.map(service => [service.contract.service, service] as const))(
  '%s can be migrated beside the last release',
  async (name, { migrations }) => {
    expect(await problemsOf(name, await allMigrations(name, migrations), release)).toEqual([])
  },
)

test('the last release is the last of the list, and has columns', () => {
  expect(release.version).toBe(releaseEntries().at(-1)!.version)
  expect(release.columns.commerce!.orders).toEqual(expect.arrayContaining(['id', 'school_id', 'status']))
})

test('no migration of the last release has gone or has another name', async () => {
  for (const { contract, migrations } of allServices) {
    const names = (await allMigrations(contract.service, migrations)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...release.migrations[contract.service]!]))
  }
})

test('the changelog says why processes have to be stopped before the next release', async () => {
  const unreleased = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)[1]
  for (const reason of await stopsSince(release)) expect(unreleased).toContain(reason.split(': ')[1])
})
