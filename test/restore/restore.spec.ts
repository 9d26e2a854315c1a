// A whole school, as an archive of format 1 has it, comes back where nothing of it is: nothing of it is different, nothing
// is told to anybody, and it goes on. What is no such archive is refused before anything is written.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Id } from '@lms/contract'
import { serviceContract } from '@lms/service/contract'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { download } from '../../services/service/src/testing/download.ts'
import { unzip } from '../../services/service/src/testing/unzip.ts'
import { altered, type Entries, zipped } from './altered.ts'
import { paymentsHere } from './figures-here.ts'
import { filledTables } from './filled.ts'
import { storedArchive } from './fixture.ts'
import { ordersHere } from './orders-here.ts'
import { endOf, recordsOf, restoreInto, runLms, send } from './restoring.ts'
import { lastOf, linesOf, rowsOf } from './rows.ts'
import { sinceThen } from './since-then.ts'

const stored = storedArchive(1)
const { school, bytes: archive } = stored
const host = 'localhost'
let before: Entries
let system: TestSystem
let gateway: TestGateway

beforeAll(async () => {
  before = await unzip(archive)
  // It comes back a minute after it was made: what is due later is still due later.
  const startedAt = performance.now()
  const clock = { now: () => new Date(stored.madeAt.getTime() + 60_000 + performance.now() - startedAt) }
  const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }
  system = await startSystem({ services: allServices, clock, settings: { settings } })
  gateway = await startTestGateway(system)
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

/** What the product says about archives, and not the school. */
const isOfProduct = (name: string) => name === 'README.md' || name === 'openapi.json'

const filled = () => filledTables(system.ownerUrl, school)

describe('refused before anything is written is an archive', () => {
  const first = 'rows/users/users/00001.jsonl'
  const setFormat = (format: string) =>
    altered(
      before,
      () => {},
      manifest => Object.assign(manifest, { format }),
    )
  const orders = 'rows/commerce/orders/00001.jsonl'
  /** The archive with its last order changed. */
  const withOrders = (change: (row: Record<string, unknown>) => object) =>
    altered(before, entries => {
      const rows = linesOf(before.get(orders)).map(line => JSON.parse(line))
      const changed = [...rows.slice(0, -1), change(rows.at(-1))]
      entries.set(orders, Buffer.from(changed.map(row => `${JSON.stringify(row)}\n`).join('')))
    })
  const cases: Record<string, [problem: string, make: () => Buffer]> = {
    'of a later format': ['Update it first', () => setFormat('open-school-archive/2')],
    'of no format': ['is no format of an archive', () => setFormat('school/1')],
    'of another school': [
      'This is the archive of sch_',
      () =>
        altered(
          before,
          () => {},
          manifest => Object.assign(manifest, { school_id: `sch_${'0'.repeat(26)}` }),
        ),
    ],
    'with other bytes than its manifest says': [
      'its hash is another one',
      () =>
        zipped(
          [...before].map(([name, bytes]) => [
            name,
            name === first
              ? Buffer.from(bytes.toString().replace('"Ann', '"Eve').replace('"A', '"B'))
              : bytes,
          ]),
        ),
    ],
    'without an entry of its manifest': [
      'is missing',
      () => zipped([...before].filter(([name]) => name !== first)),
    ],
    'with an entry that its manifest lacks': [
      'is not in the manifest',
      () => zipped([['rows/users/users/00002.jsonl', Buffer.from('{}\n')], ...before]),
    ],
    'with a path that leads out of it': ['', () => zipped([['../evil.jsonl', Buffer.from('{}')], ...before])],
    'with two entries of one name': [
      'Two entries are named',
      () => zipped([[first, Buffer.from('{}\n')], ...before]),
    ],
    'with a name that no archive has': [
      'is no entry of an archive',
      () => altered(before, entries => entries.set('rows/users/readme.exe', Buffer.from('MZ'))),
    ],
    'with a table that is none': [
      'Name a table',
      () =>
        altered(before, entries =>
          entries.set('rows/users/api_keys/00001.jsonl', Buffer.from('{"id":"key_1"}\n')),
        ),
    ],
    'with a column that is none': [
      'has no column',
      () => altered(before, entries => entries.set(first, Buffer.from('{"id":"usr_1","is_god":true}\n'))),
    ],
    'with a column that no archive has': [
      'has no column secret',
      () =>
        altered(before, entries =>
          entries.set('rows/webhooks/subscriptions/00001.jsonl', Buffer.from('{"secret":"known"}\n')),
        ),
    ],
    'with a later row of another form': [
      'has no column is_god',
      () => withOrders(row => ({ ...row, is_god: true })),
    ],
    'with a later row that names a school': [
      'lines 1 to',
      () => withOrders(row => ({ ...row, school_id: school })),
    ],
    'with a later row without a key': ['has no row without id', () => withOrders(({ id, ...row }) => row)],
    'with a later value of another kind': [
      'A row is none of commerce.orders',
      () => withOrders(row => ({ ...row, number: 'the first' })),
    ],
    'with a later line that is no row': [
      'A line of the archive is no row',
      () =>
        altered(before, entries =>
          entries.set(orders, Buffer.concat([before.get(orders)!, Buffer.from('{')])),
        ),
    ],
    'with fewer rows than its manifest counts': [
      'it is not whole',
      () =>
        altered(before, entries => {
          const [, ...rest] = before.get(orders)!.toString().split('\n')
          entries.set(orders, Buffer.from(rest.join('\n')))
        }),
    ],
    'without a manifest': [
      'no manifest.json',
      () => zipped([...before].filter(([name]) => name !== 'manifest.json')),
    ],
    'that was cut off': ['', () => archive.subarray(0, archive.length - 1000)],
    'that is none': ['', () => Buffer.alloc(5000, 'a school')],
  }

  test.each(Object.entries(cases))('%s', async (_, [problem, make]) => {
    const state = await restoreInto(gateway, school, make())
    expect(state).toMatchObject({ status: 'refused', problem: expect.stringContaining(problem) })
    expect(state.problem).not.toBe('')
    expect(await filled()).toEqual([])
  })

  test('whose domain another school has here', async () => {
    const other = await gateway.operator('POST', '/schools', { name: 'Other', domains: [host] })
    expect(other.status).toBe(201)
    const state = await restoreInto(gateway, school, archive)
    expect(state).toMatchObject({ status: 'refused', problem: expect.stringContaining('another school') })
    expect(await filled()).toEqual([])
    await asOwner(system.ownerUrl, async client => {
      await client.query('set row_security = off')
      await client.query('delete from site.domains where school_id = $1', [other.body.id])
    })
  })
})

test('the bytes of an archive arrive in their order, each once', async () => {
  await gateway.operator('POST', `/schools/${school}/restore`, { size: 40 })
  const put = (offset: number, length: number) =>
    gateway.operator('PUT', `/schools/${school}/restore/bytes`, {
      ...{ offset, content: Buffer.alloc(length, 'a').toString('base64') },
    })
  expect((await put(20, 20)).body.error).toMatchObject({ reason: 'restore_out_of_place' })
  expect((await put(0, 20)).status).toBe(200)
  expect((await put(0, 20)).body).toMatchObject({ received: 20 })
  const run = await gateway.operator('POST', `/schools/${school}/restore/run`, {})
  expect(run.body.error).toMatchObject({ reason: 'restore_incomplete' })
  expect((await put(20, 21)).body.error).toMatchObject({ reason: 'restore_out_of_place' })
  expect((await put(20, 20)).body).toMatchObject({ received: 40 })
})

const lms = (...args: string[]) => runLms({ url: gateway.operatorUrl, token: gateway.operatorToken }, args)

test('`lms school restore --dry-run` checks everything and writes nothing', async () => {
  const file = fileURLToPath(new URL('archives/open-school-archive-1.zip', import.meta.url))
  const ended = await lms('school', 'restore', file, '--school', school, '--dry-run')
  expect(ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('can be restored. Nothing was written.'),
  })
  expect(await filled()).toEqual([])
  const other = await lms('school', 'restore', file, '--school', `sch_${'0'.repeat(26)}`, '--dry-run')
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was written. This is the archive of'),
  })
}, 120_000)

describe('a restore that fails in the middle', () => {
  const file = join(tmpdir(), `half-${process.pid}.zip`)
  afterAll(() => rm(file, { force: true }))

  test('says what to do, and goes with everything that it has written when it is given up', async () => {
    const name = 'rows/commerce/orders/00001.jsonl'
    // Two orders of one number: each is a row of the table.
    const broken = altered(before, entries => {
      const rows = linesOf(before.get(name)).map(line => JSON.parse(line))
      const [{ number }] = rows
      const doubled = [...rows.slice(0, -1), { ...rows.at(-1), number }]
      entries.set(name, Buffer.from(doubled.map(row => `${JSON.stringify(row)}\n`).join('')))
    })
    await writeFile(file, broken)
    const failed = await lms('school', 'restore', file, '--school', school)
    expect(failed).toMatchObject({
      code: 1,
      output: expect.stringContaining('A row is none of commerce.orders'),
    })
    expect(failed.output).toContain(`lms school restore --give-up --school ${school}`)
    expect((await gateway.operator('GET', `/schools/${school}`)).body.status).toBe('restoring')
    expect(await filled()).not.toEqual([])
    for (let time = 0; time < 2; time++) {
      const output = await lms('school', 'restore', '--give-up', '--school', school)
      expect(output).toMatchObject({
        code: 0,
        output: expect.stringContaining('Nothing of the school is here'),
      })
    }
    expect((await gateway.operator('GET', `/schools/${school}`)).status).toBe(404)
    expect(await filled()).toEqual([])
  }, 120_000)
})

describe('a restored school', () => {
  let state: Awaited<ReturnType<typeof endOf>>
  let key: { id: Id<'key'>; api_key: string }
  let eventCount: number

  beforeAll(async () => {
    await send(gateway, school, archive)
    await gateway.operator('POST', `/schools/${school}/restore/run`, {})
    state = await endOf(gateway, school)
    eventCount = await eventsOf()
    const issued = await gateway.operator('POST', `/schools/${school}/keys`, {
      ...{ name: 'Owner', role: 'owner', kind: 'integration', scope: ['*'] },
    })
    key = issued.body
  }, 180_000)

  const eventsOf = () =>
    asOwner(system.ownerUrl, async client => {
      await client.query('set row_security = off')
      const counts = allServices.map(({ contract }) =>
        contract.service === 'webhooks'
          ? '(select count(*) from webhooks.events where school_id = $1)'
          : `(select count(*) from "${contract.service}".outbox where school_id = $1 and subject like 'events.%')`,
      )
      const { rows } = await client.query(`select ${counts.join(' + ')} as count`, [school])
      return Number(rows[0].count)
    })

  test('is as it was: its next archive has the same rows and files', async () => {
    expect(state).toMatchObject({ status: 'done', problem: null })
    const operation = 'POST /operator/v1/schools/{id}/keys'
    const keyCount = rowsOf(before, 'service/audit_log').filter(row => row.operation === operation).length
    // The log hears of the key later.
    await eventually('its record', async () => (await recordsOf(system, school, operation)) > keyCount)
    const by = system.caller({ school: school as Id<'sch'>, key: key.id, role: 'owner' })
    const { exports, fullExports } = system.client('service', serviceContract.resources, by)
    const { id } = await fullExports.create({})
    const { download_url } = await eventually(
      'the archive',
      async () => {
        const job = await exports.get({ path: { id } })
        expect(job.status).not.toBe('failed')
        return job.status === 'finished' ? job : null
      },
      120_000,
    )
    const after = await unzip(Buffer.from(await (await download(system, by, download_url!)).arrayBuffer()))
    const hashOf = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')
    const different = [...new Set([...before.keys(), ...after.keys()])]
      .filter(name => !isOfProduct(name) && hashOf(before.get(name)) !== hashOf(after.get(name)))
      .sort()
    expect(different).toEqual(
      [
        // A new key, because the private one is in no archive.
        'rows/learning/badge_keys/00001.jsonl',
        'manifest.json',
        // The secret is not set any more.
        'rows/scenarios/settings/00001.jsonl',
        // The records of the restore and of the order of this archive.
        'rows/service/audit_log/00001.jsonl',
        // Inactive.
        'rows/webhooks/subscriptions/00001.jsonl',
        ...Object.keys(sinceThen).map(name => `rows/${name}/00001.jsonl`),
      ].sort(),
    )
    for (const [name, now] of Object.entries(sinceThen))
      expect(rowsOf(after, name)).toEqual(rowsOf(before, name).map(now))
    const had = rowsOf(before, 'service/audit_log')
    const has = rowsOf(after, 'service/audit_log')
    expect(has.slice(0, had.length)).toEqual(
      had.map(record => ({ ...record, operator: null, way: null, answer: null, changes: [] })),
    )
    // The key of this test comes from the platform team. The record of the order of this archive may come a moment after what
    // the archive sees.
    const [restored, issued, ...later] = has.slice(had.length).map(({ operation }) => operation)
    expect(restored).toBe('POST /operator/v1/schools/{id}/restore/run')
    expect(issued).toBe(operation)
    expect([[], ['POST /v1/exports/full']]).toContainEqual(later)
    expect(rowsOf(after, 'learning/badge_keys')[0]).toEqual(rowsOf(before, 'learning/badge_keys')[0])
    const [was] = rowsOf(before, 'webhooks/subscriptions')
    expect(rowsOf(after, 'webhooks/subscriptions')).toEqual([{ ...was, active: false, imported: false }])
  }, 180_000)

  test('has told nobody anything', async () => {
    const { events } = JSON.parse(before.get('manifest.json')!.toString()).counts
    expect(eventCount).toBe(events)
    const sent = await asOwner(system.ownerUrl, async client => {
      await client.query('set row_security = off')
      const { rows } = await client.query(
        `select (select count(*) from webhooks.deliveries where school_id = $1)
           + (select count(*) from webhooks.due where school_id = $1) as count`,
        [school],
      )
      return Number(rows[0].count)
    })
    expect(sent).toBe(0)
  })

  test('says what it has to set again', () => {
    expect(state.to_set).toEqual(
      expect.arrayContaining([
        expect.stringContaining('API keys'),
        expect.stringContaining('webhook subscriptions'),
        'the setting http_secret of scenarios',
      ]),
    )
  })

  test('counts its figures anew before they name an event, and then as it had them', async () => {
    const last = lastOf(before)
    const paid = rowsOf(before, 'commerce/payments').filter(({ method }) => method !== 'none')
    expect(await paymentsHere(gateway, { host, key: key.api_key }, last)).toBe(paid.length)
  })

  test('makes a sale under the next number, which its journal has next', async () => {
    await ordersHere(gateway, { host, key: key.api_key }, rowsOf(before, 'commerce/orders'))
    const last = lastOf(before)
    const next = await eventually('the events', () =>
      asOwner(system.ownerUrl, async client => {
        await client.query('set row_security = off')
        const { rows } = await client.query(
          'select sequence from webhooks.events where school_id = $1 and sequence > $2 order by sequence',
          [school, String(last)],
        )
        return rows.length ? Number(rows[0].sequence) : null
      }),
    )
    expect(next).toBe(last + 1)
  })

  test('shows its certificates to everybody who has their number', async () => {
    const [certificate] = rowsOf(before, 'learning/certificates')
    const page = await gateway.call('GET', `/certificates/${certificate.number}`, { host })
    expect(page.status).toBe(200)
  })

  test('is not restored once more, nor removed', async () => {
    const up = await gateway.operator('POST', `/schools/${school}/restore/give-up`)
    expect(up).toMatchObject({ status: 409, body: { error: { reason: 'restore_over' } } })
    const restore = await gateway.operator('POST', `/schools/${school}/restore`, { size: archive.length })
    expect(restore).toMatchObject({ status: 409, body: { error: { reason: 'restore_under_way' } } })
    // Neither is another archive that only has as many bytes.
    const file = join(tmpdir(), `other-${process.pid}.zip`)
    for (const [bytes, code, output] of [
      [Buffer.concat([archive.subarray(0, -1), Buffer.from('x')]), 1, 'back already, from another archive'],
      [archive, 0, 'The school is back.'],
    ] as const) {
      await writeFile(file, bytes)
      const ended = await lms('school', 'restore', file, '--school', school)
      expect(ended).toMatchObject({ code, output: expect.stringContaining(output) })
    }
    await rm(file)
  }, 60_000)
})
