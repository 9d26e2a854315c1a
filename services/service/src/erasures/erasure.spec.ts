// What begins an erasure, and what goes on with it: a process that is killed within it leaves it to the next one, which ends it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { registry, schoolErasing } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'
import { upload } from '../testing/upload.ts'
import { erasures } from './erasure.contract.ts'
import { quietMs } from './erasure.run.ts'

const program = fileURLToPath(new URL('../testing/killed-service.ts', import.meta.url))

let system: TestSystem
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, serviceService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
}, 120_000)
afterAll(() => system?.stop())

/** A suspended school with people and a file. */
async function school(name: string, host: string) {
  const site = system.internal('site', { registry }).registry
  const { id } = await site.create({ body: { name, domains: [host], limits: {} } })
  const caller = { ...system.caller(), school: id, role: 'owner' as const }
  const { users } = system.client('users', usersContract.resources, caller)
  for (const email of ['ann@school.org', 'bob@school.org']) await users.create({ body: { email } })
  await upload(system, caller, Buffer.from('email\r\n'))
  return { id, caller, suspend: () => site.update({ path: { id }, body: { status: 'suspended' } }) }
}

/** Has a process go on until it kills itself; then its lease ends. */
async function killAt(step: string): Promise<void> {
  const [port] = await freePorts(1)
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: {
      ...process.env,
      ...environmentOf({ ...system.configs.service!, port: port!, taskSlots: 2 }),
      ...{ KILL_AT: step, CLOCK_AHEAD_MS: String(ahead) },
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  try {
    expect((await once(child, 'exit', { signal: AbortSignal.timeout(100_000) }))[1]).toBe('SIGKILL')
  } finally {
    child.kill('SIGKILL')
  }
  ahead += quietMs
}

const rowsOf = (id: string) =>
  asOwner(system.ownerUrl, async client => {
    await client.query('set row_security = off')
    const { rows } = await client.query(
      `select (select count(*) from users.users where school_id = $1)::int as people,
         (select count(*) from site.files where school_id = $1)::int as files,
         (select count(*) from site.domains where school_id = $1)::int as domains,
         (select count(*) from service.audit_log where school_id = $1)::int as records`,
      [id],
    )
    return rows[0]
  })

test('at any call, it goes on, and another school loses nothing', async () => {
  const [gone, kept] = [await school('Gone', 'gone.example'), await school('Kept', 'kept.example')]
  // The school, two people, an upload and its end: all are there before anything is compared.
  await eventually('the records of both', async () =>
    (await Promise.all([gone, kept].map(({ id }) => rowsOf(id)))).every(({ records }) => records === 5),
  )
  await gone.suspend()
  const platform = system.internal('service', { erasures }, { school: gone.id }).erasures
  await platform.begin({ body: { name: 'Gone', without_archive: true } })
  const before = await rowsOf(kept.id)
  for (const step of ['mark:1', 'closeSchool:2', 'removeRows:2', 'files:1', 'removeRows:3'])
    await killAt(step)
  const ended = await eventually(
    'the end',
    async () => {
      ahead += 5000
      await system.services.service!.workOffTasks()
      const state = await platform.get({})
      return state.status === 'finished' ? state : null
    },
    60_000,
  )
  expect(ended).toMatchObject({ part: 'end', problem: null, operator: 'operator' })
  expect(await rowsOf(gone.id)).toEqual({ people: 0, files: 0, domains: 0, records: 0 })
  expect(await rowsOf(kept.id)).toEqual(before)
}, 300_000)

test('of a school that is resumed before the first step nothing is left', async () => {
  const { id, suspend } = await school('Resumed', 'resumed.example')
  await suspend()
  const platform = system.internal('service', { erasures }, { school: id }).erasures
  await platform.begin({ body: { name: 'Resumed', without_archive: true } })
  await system.internal('site', { registry }).registry.update({ path: { id }, body: { status: 'active' } })
  ahead += 5000
  await system.services.service!.workOffTasks()
  await expect(platform.get({})).rejects.toMatchObject({ reason: 'erasure_missing' })
  expect(await rowsOf(id)).toMatchObject({ people: 2, files: 1, domains: 1 })
}, 60_000)

test('begins for a school with an archive of the last days, and without one only if none is wanted', async () => {
  const { id, caller, suspend } = await school('Archived', 'archived.example')
  const body = { name: 'Office', kind: 'integration', role: 'owner' } as const
  const { apiKeys } = system.client('users', usersContract.resources, caller)
  const by = { ...caller, key: (await apiKeys.issue({ body })).id }
  const { exports, fullExports } = system.client('service', serviceContract.resources, by)
  const { id: archive } = await fullExports.create({})
  const platform = system.internal('service', { erasures }, { school: id }).erasures
  const begin = () => platform.begin({ body: { name: 'Archived', without_archive: false } })
  await suspend()
  await expect(begin()).rejects.toMatchObject({ reason: 'archive_missing' })
  await eventually(
    'the archive',
    async () => {
      ahead += 3000
      await system.services.service!.workOffTasks()
      await system.services.site!.workOffTasks()
      return (await exports.get({ path: { id: archive } })).status === 'finished'
    },
    60_000,
  )
  expect(await begin()).toMatchObject({ id, status: 'running', part: 'mark', ended_at: null })
}, 120_000)

test('of a service that is away the erasure says so, and waits', async () => {
  const { id, suspend } = await school('Waiting', 'waiting.example')
  await suspend()
  const platform = system.internal('service', { erasures }, { school: id }).erasures
  await platform.begin({ body: { name: 'Waiting', without_archive: true } })
  await system.internal('site', { schoolErasing }, { as: 'service', school: id }).schoolErasing.mark({})
  await system.services.users!.stop()
  ahead += 5000
  await system.services.service!.workOffTasks()
  expect(await platform.get({})).toMatchObject({
    ...{ status: 'running', part: 'close', service: 'users' },
    problem: expect.stringContaining('users service is unavailable'),
  })
}, 60_000)
