// Processes that are killed during an import, an archive or a restore lose nothing, and do nothing twice.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Caller, Id } from '@lms/contract'
import { freePorts } from '@lms/local'
import { environmentOf, hostOperations } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from './contract.ts'
import { LocalTime } from './formats/local-time.ts'
import { emptyXlsx, xlsxEnd, xlsxRows } from './formats/xlsx.ts'
import { rowsAtOnce } from './imports/slice-bytes.ts'
import { partBytes, restores } from './restores/restore.contract.ts'
import { serviceService } from './service.ts'
import { download } from './testing/download.ts'
import { killSteps } from './testing/killed-service.ts'
import { unzip } from './testing/unzip.ts'
import { upload } from './testing/upload.ts'

// With LMS_TEST_LONG=1 the imports have a million rows, and processes are killed ten times.
const isLong = process.env.LMS_TEST_LONG === '1'

const program = fileURLToPath(new URL('./testing/killed-service.ts', import.meta.url))

let system: TestSystem
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, serviceService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
}, 120_000)
afterAll(() => system.stop())
const clientOf = (caller: Caller) => system.client('service', serviceContract.resources, caller)
const usersOf = (caller: Caller) => system.client('users', usersContract.resources, caller)

async function school(): Promise<Caller> {
  const caller = system.caller()
  const body = { name: 'Office', kind: 'integration', role: 'owner' } as const
  return { ...caller, key: (await usersOf(caller).apiKeys.issue({ body })).id, role: 'owner' }
}

/** Resident MiB of a process; null when it is gone. */
function residentOf(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return null
  }
}

/** Has a process begin and kill itself; then its lease ends. Answers by how many MiB its resident memory has grown. */
async function killAt(step: string, leaseMs = 120_000, patienceMs = 100_000): Promise<number> {
  const [port] = await freePorts(1)
  // With the option that every process of the product has: how much memory it takes depends on it.
  const child = spawn(process.execPath, ['--no-warnings', '--max-semi-space-size=8', program], {
    env: {
      ...process.env,
      ...environmentOf({ ...system.configs.service!, port: port!, taskSlots: 2 }),
      ...{ KILL_AT: step, CLOCK_AHEAD_MS: String(ahead) },
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit', { signal: AbortSignal.timeout(patienceMs) })
  const seen: number[] = []
  const look = () => {
    const mib = residentOf(child.pid!)
    if (mib !== null) seen.push(mib)
  }
  // It says when it begins a step.
  child.once('message', look)
  const looking = setInterval(() => {
    void system.services.site!.workOffTasks()
    if (seen.length) look()
  }, 300)
  try {
    expect((await exit)[1]).toBe('SIGKILL')
  } finally {
    clearInterval(looking)
    child.kill('SIGKILL')
  }
  ahead += leaseMs
  return Math.max(0, ...seen) - (seen[0] ?? 0)
}

const ended = <T extends { status: string }>(get: () => Promise<T>, rows = 0) =>
  eventually(
    'the end',
    async () => {
      ahead += 3000
      await system.services.service!.workOffTasks()
      await system.services.site!.workOffTasks()
      const currentState = await get()
      return currentState.status !== 'queued' && currentState.status !== 'running' ? currentState : null
    },
    30_000 + 3 * rows,
  )

const people = isLong ? Number(process.env.LMS_TEST_ROWS ?? 1_000_000) : 1600
const header = ['email', 'first name']
const personOf = (number: number) => [`person-${number}@school.org`, 'Ann']

/** A text is written at once, a workbook in steps. */
const files: Record<string, () => { bytes: Buffer; fileFields?: { name: string; content_type: string } }> = {
  text: () => {
    const rows = Array.from({ length: people }, (_, number) => personOf(number).join(','))
    return { bytes: Buffer.from(`${header}\r\n${rows.join('\r\n')}\r\n`) }
  },
  workbook: () => {
    const state = emptyXlsx()
    const time = new LocalTime('UTC')
    const parts: Buffer[] = []
    for (let from = 0; from < people; from += 10_000) {
      const length = Math.min(10_000, people - from)
      const rows = Array.from({ length }, (_, index) => personOf(from + index))
      parts.push(xlsxRows(state, { header, rows, time }))
    }
    const content_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return {
      bytes: Buffer.concat([...parts, xlsxEnd(state)]),
      fileFields: { name: 'people.xlsx', content_type },
    }
  },
}
/**
 * The step of each process at which it dies. Ten processes take ten elevenths of the file, however long it is; half of them
 * lose their last step.
 */
const steps = people / rowsAtOnce.run
const deaths = isLong
  ? Array.from({ length: 10 }, (_, index) => `${killSteps[index % 2]}:${Math.max(2, Math.floor(steps / 11))}`)
  : killSteps
if (isLong && steps < 22) throw new Error('Ten processes die in an import of 2,200 rows at least.')

test.each(isLong ? ['text', 'workbook'] : ['text'])(
  'an import of a %s creates everybody once',
  async kind => {
    const by = await school()
    const { bytes, fileFields } = files[kind]!()
    const file_id = await upload(system, by, bytes, fileFields)
    const { imports } = clientOf(by)
    const startedAt = performance.now()
    const { id } = await imports.create({ body: { file_id } })
    const grown: number[] = []
    for (const step of deaths) grown.push(await killAt(step, 120_000, 100_000 + people))
    const done = await ended(() => imports.get({ path: { id } }), people)
    expect(done).toMatchObject({
      status: 'finished',
      failure: null,
      counts: { rows: people, created: people, errors: 0 },
    })
    if (isLong)
      process.stdout.write(
        `${people} rows of a ${kind}, ${deaths.length} kills: ${((performance.now() - startedAt) / 1000).toFixed(0)} s, resident growth ${Math.max(...grown).toFixed(0)} MiB\n`,
      )
    expect(Math.max(...grown)).toBeLessThan(150)
    const emails = new Set<string | null>()
    let count = 0
    for (let cursor: string | undefined; ; ) {
      const page = await usersOf(by).users.list({ query: { limit: 1000, ...(cursor && { cursor }) } })
      for (const { email } of page.data) emails.add(email)
      count += page.data.length
      if (!page.next_cursor) break
      cursor = page.next_cursor
    }
    expect([emails.size, count]).toEqual([people, people])
  },
  isLong ? 3 * 3_600_000 : 120_000,
)

test('an archive is whole', async () => {
  const by = await school()
  const bytes = Buffer.alloc(30 * 1024 * 1024, createHash('sha512').update('a talk').digest())
  const file = await upload(system, by, bytes, { name: 'talk.bin', content_type: 'application/octet-stream' })
  const { exports, fullExports } = clientOf(by)
  const { id } = await fullExports.create({})
  for (const step of killSteps) await killAt(step)
  const done = await ended(() => exports.get({ path: { id } }))
  expect(done).toMatchObject({ status: 'finished', failure: null })
  const answer = await download(system, by, done.download_url!)
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()))
  expect(entries.get(`files/${file}`)!.equals(bytes)).toBe(true)
  const manifest = JSON.parse(entries.get('manifest.json')!.toString())
  for (const { name, sha256 } of manifest.entries)
    expect([name, createHash('sha256').update(entries.get(name)!).digest('hex')]).toEqual([name, sha256])
  expect(manifest.entries).toHaveLength(entries.size - 1)
}, 120_000)

describe('a restore', () => {
  let by: Caller
  let archive: Buffer
  const restoring = () =>
    system.internal('service', { restores }, { as: 'gateway', school: by.school }).restores
  const everyService = ['users', 'site', 'service']

  beforeAll(async () => {
    const operator = system.internal('site', { registry }, { as: 'gateway' })
    const createdSchool = await operator.registry.create({
      body: { name: 'School', domains: ['back.example'] },
    })
    by = { ...(await school()), school: createdSchool.id as Id<'sch'> }
    const { tags, users } = usersOf(by)
    for (const name of ['one', 'two']) await tags.create({ body: { name } })
    for (const name of ['ann', 'eve']) await users.create({ body: { email: `${name}@back.example` } })
    await upload(system, by, Buffer.from('email\r\n'))
    archive = await archiveOf()
    await removeAll()
  })

  /** No archive has keys, so that each is ordered with a new one. */
  async function archiveOf(): Promise<Buffer> {
    const key = await usersOf(by).apiKeys.issue({
      body: { name: 'Office', kind: 'integration', role: 'owner' },
    })
    by = { ...by, key: key.id }
    const { exports, fullExports } = clientOf(by)
    const { id } = await fullExports.create({})
    const done = await ended(() => exports.get({ path: { id } }))
    return Buffer.from(await (await download(system, by, done.download_url!)).arrayBuffer())
  }

  async function removeAll(): Promise<void> {
    for (const service of everyService) {
      const { host } = system.internal(
        service,
        { host: hostOperations },
        { as: 'service', school: by.school },
      )
      while ((await host.removeRows({ body: { keep: { tables: [], queue: null } } })).more);
    }
  }

  async function begin(): Promise<void> {
    let { received } = await restoring().begin({ body: { size: archive.length } })
    while (received < archive.length) {
      const content = archive.subarray(received, received + partBytes).toString('base64')
      received = (await restoring().take({ body: { offset: received, content } })).received
    }
    await restoring().run({ body: { dry_run: false } })
  }

  const over = () =>
    ended(async () => {
      const { status, problem } = await restoring().get({})
      const isOver = ['done', 'removed', 'failed', 'refused'].includes(status)
      return { status: isOver ? status : 'running', problem }
    })

  /**
   * What archives of the same state have in common: neither the records of archives, nor what tells of their making, nor
   * what was seen of a certificate, which is looked at from time to time.
   */
  const same = async (bytes: Buffer) =>
    [...(await unzip(bytes))]
      .filter(([name]) => !/^(manifest|rows\/(service|\w+\/tasks))/.test(name))
      .map(([name, content]) => [name, name.startsWith('rows/site/domains') ? domainsIn(content) : content])
  const domainsIn = (lines: Buffer) =>
    lines
      .toString()
      .trimEnd()
      .split('\n')
      .map(line => ({ ...JSON.parse(line), certificate: null, next_certificate_at: null }))

  const rowsLeft = () =>
    asOwner(system.ownerUrl, async client => {
      await client.query('set row_security = off')
      const { rows: tables } = await client.query<{ name: string }>(
        `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.columns
         where column_name = 'school_id' and table_schema = any($1)`,
        [everyService],
      )
      const remainingTables: string[] = []
      for (const { name } of tables) {
        const { rows } = await client.query(`select from ${name} where school_id = $1 limit 1`, [by.school])
        // Messages to gateways that forget its hosts are on their way.
        if (rows.length && !name.endsWith('.outbox')) remainingTables.push(name)
      }
      return remainingTables.sort()
    })

  const eventsLeft = () =>
    asOwner(system.ownerUrl, async client => {
      await client.query('set row_security = off')
      const counts = everyService.map(
        service =>
          `(select count(*) from "${service}".outbox where school_id = $1 and subject like 'events.%')`,
      )
      const { rows } = await client.query(`select ${counts.join(' + ')} as count`, [by.school])
      return Number(rows[0].count)
    })

  const lease = 330_000
  const kills = isLong ? [1, 2, 3, 4, 5, 1, 2, 3, 4, 5] : [2, 4]

  test('that is killed in the middle goes on, and ends as one that was not', async () => {
    await begin()
    for (const pages of kills) await killAt(`restoreRows:${pages}`, lease)
    expect(await over()).toEqual({ status: 'done', problem: null })
    expect(await eventsLeft()).toBe(0)
    const again = await same(await archiveOf())
    expect(again).toEqual(await same(archive))
  }, 240_000)

  test('that is given up while its process is dead leaves nothing, and another one can begin', async () => {
    await removeAll()
    await begin()
    await killAt('restoreRows:3', lease)
    expect((await restoring().giveUp({})).status).toBe('removing')
    await killAt('removeRows:1', lease)
    expect(await over()).toEqual({ status: 'removed', problem: null })
    expect(await rowsLeft()).toEqual(['service.restores'])
    expect((await restoring().giveUp({})).status).toBe('removed')
    await begin()
    expect(await over()).toEqual({ status: 'done', problem: null })
    await expect(restoring().giveUp({})).rejects.toMatchObject({ status: 409, reason: 'restore_over' })
    expect(await same(await archiveOf())).toEqual(await same(archive))
  }, 240_000)
})
