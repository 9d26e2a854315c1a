// Processes that are killed between the steps of an import or an archive lose nothing, and do nothing twice.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Caller } from '@lms/contract'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from './contract.ts'
import { serviceService } from './service.ts'
import { download } from './testing/download.ts'
import { killSteps } from './testing/killed-service.ts'
import { unzip } from './testing/unzip.ts'
import { upload } from './testing/upload.ts'

const program = fileURLToPath(new URL('./testing/killed-service.ts', import.meta.url))

let system: TestSystem
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, serviceService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
}, 60_000)
afterAll(() => system.stop())
const clientOf = (caller: Caller) => system.client('service', serviceContract.resources, caller)
const usersOf = (caller: Caller) => system.client('users', usersContract.resources, caller)

async function school(): Promise<Caller> {
  const caller = system.caller()
  const body = { name: 'Office', kind: 'integration', role: 'owner' } as const
  return { ...caller, key: (await usersOf(caller).apiKeys.issue({ body })).id, role: 'owner' }
}

async function killAt(step: string): Promise<void> {
  const [port] = await freePorts(1)
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: {
      ...process.env,
      ...environmentOf({ ...system.configs.service!, port: port!, taskSlots: 2 }),
      ...{ KILL_AT: step, CLOCK_AHEAD_MS: String(ahead) },
    },
    stdio: 'inherit',
  })
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
  // The lease of the dead process ends.
  ahead += 120_000
}

const ended = <T extends { status: string }>(get: () => Promise<T>) =>
  eventually('the end', async () => {
    ahead += 3000
    await system.services.service!.workOffTasks()
    await system.services.site!.workOffTasks()
    const found = await get()
    return found.status !== 'queued' && found.status !== 'running' ? found : null
  })

test('an import creates everybody once', async () => {
  const by = await school()
  const rows = Array.from({ length: 1600 }, (_, number) => `person-${number}@school.org,Ann`)
  const file_id = await upload(system, by, Buffer.from(`email,first name\r\n${rows.join('\r\n')}\r\n`))
  const { imports } = clientOf(by)
  const { id } = await imports.create({ body: { file_id } })
  for (const step of killSteps) await killAt(step)
  const done = await ended(() => imports.get({ path: { id } }))
  expect(done).toMatchObject({
    status: 'done',
    failure: null,
    counts: { rows: 1600, created: 1600, errors: 0 },
  })
  const { users } = usersOf(by)
  const first = await users.list({ query: { limit: 1000 } })
  const rest = await users.list({ query: { limit: 1000, cursor: first.next_cursor! } })
  expect(new Set([...first.data, ...rest.data].map(({ email }) => email)).size).toBe(1600)
  expect(first.data.length + rest.data.length).toBe(1600)
}, 120_000)

test('an archive is whole', async () => {
  const by = await school()
  const bytes = Buffer.alloc(30 * 1024 * 1024, createHash('sha512').update('a talk').digest())
  const file = await upload(system, by, bytes, { name: 'talk.bin', content_type: 'application/octet-stream' })
  const { exports, fullExports } = clientOf(by)
  const { id } = await fullExports.create({})
  for (const step of killSteps) await killAt(step)
  const done = await ended(() => exports.get({ path: { id } }))
  expect(done).toMatchObject({ status: 'ready', failure: null })
  const answer = await download(system, by, done.download_url!)
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()))
  expect(entries.get(`files/${file}`)!.equals(bytes)).toBe(true)
  const manifest = JSON.parse(entries.get('manifest.json')!.toString())
  for (const { name, sha256 } of manifest.entries)
    expect([name, createHash('sha256').update(entries.get(name)!).digest('hex')]).toEqual([name, sha256])
  expect(manifest.entries).toHaveLength(entries.size - 1)
}, 120_000)
