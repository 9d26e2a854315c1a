// A school that is erased leaves nothing behind but the record of it, nothing of it ever comes back, and another school keeps
// everything.
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { commerceContract } from '@lms/commerce/contract'
import { type Id, newId, usageReports } from '@lms/contract'
import { auditSubject, invalidationSubject } from '@lms/events'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersContract } from '@lms/users/contract'
import { webhooksContract } from '@lms/webhooks/contract'
import { upload } from '../../services/service/src/testing/upload.ts'
import { putRows } from '../isolation/sample-rows.ts'
import { storedArchive } from '../restore/fixture.ts'
import { restoreInto } from '../restore/restoring.ts'
import {
  consumersBehind,
  digestsOf,
  eventsOf,
  hasFiles,
  lasting,
  messagesOf,
  rowsWith,
  tablesOf,
} from './traces.ts'

const { school, bytes: archive, madeAt } = storedArchive(1)
const host = 'localhost'
const name = 'Demo school'
let ahead = 0
let system: TestSystem
let gateway: TestGateway
let other: GatewaySchool
/** Events of the school before its end. */
let events: { subject: string; text: string }[]

beforeAll(async () => {
  const startedAt = performance.now()
  const clock = { now: () => new Date(madeAt.getTime() + 60_000 + ahead + performance.now() - startedAt) }
  const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }
  system = await startSystem({ services: allServices, clock, settings: { settings } })
  gateway = await startTestGateway(system)
  expect(await restoreInto(gateway, school, archive)).toMatchObject({ status: 'done' })
  const key = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
  const { api_key } = (await gateway.operator('POST', `/schools/${school}/keys`, key)).body
  const resources = { ...usersContract.resources, ...commerceContract.resources }
  const own = gateway.client(resources, { host, key: api_key })
  const { id: user_id } = await own.users.create({ body: { email: 'late@school.example' } })
  const { id: offer_id } = await own.offers.create({ body: { name: 'Course', amount: 500, currency: 'EUR' } })
  const order = await own.orders.create({ body: { user_id, items: [{ offer_id, quantity: 1 }] } })
  await own.orders.markPaid({ path: { id: order.id }, body: {} })
  events = await eventually('its events', async () => {
    const present = await eventsOf(system, school)
    return present.some(({ subject }) => subject.endsWith('.order.paid')) && present
  })
  other = await newSchool(gateway)
  const { users } = gateway.client(usersContract.resources, other)
  for (const email of ['ann@other.example', 'bob@other.example']) await users.create({ body: { email } })
  const { webhooks } = gateway.client(webhooksContract.resources, other)
  await webhooks.create({ body: { url: 'http://127.0.0.1:9/hook', events: ['user.created'], active: false } })
  const caller = { ...system.caller(), school: other.schoolId as Id<'sch'>, role: 'owner' } as const
  await upload(system, caller, Buffer.from('a file'), { name: 'a.txt', content_type: 'text/plain' })
}, 400_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const erase = (body: object) => gateway.operator('POST', `/schools/${school}/erase`, { name, ...body })
const erasure = async () => (await gateway.operator('GET', `/schools/${school}/erasure`)).body
/** The rows of the school when all services have heard of what was done in it: two readings a second apart are equal. */
const digestsAtRest = (of: string) =>
  eventually('its rows to rest', async () => {
    if ((await consumersBehind(system)).length > 0) return null
    const first = await digestsOf(system, of)
    await pause(1000)
    const second = await digestsOf(system, of)
    return isDeepStrictEqual(first, second) && second
  })
const reasonOf = ({ body }: { body: any }) => body.error?.reason

/** A row in each table in which the school has none, as its catalogue allows it. */
const fillTables = () =>
  asOwner(system.ownerUrl, async client => {
    await client.query('set row_security = off')
    await client.query('set session_replication_role = replica')
    const empty: string[] = []
    for (const table of (await tablesOf(client)).filter(({ hasSchool }) => hasSchool)) {
      const qualified = `${table.schema}.${table.name}`
      if (lasting(qualified)) continue
      const { rows } = await client.query(`select 1 from ${qualified} where school_id = $1 limit 1`, [school])
      if (rows.length === 0) await putRows(client, table, [school])
      const { rows: now } = await client.query(`select 1 from ${qualified} where school_id = $1 limit 1`, [
        school,
      ])
      if (now.length === 0) empty.push(qualified)
    }
    return empty
  })

test('is refused for a school that is open, under another name, and without an archive', async () => {
  expect(reasonOf(await erase({}))).toBe('school_not_suspended')
  await gateway.operator('PATCH', `/schools/${school}`, { status: 'suspended' })
  expect(reasonOf(await erase({ name: 'demo School' }))).toBe('school_name_different')
  expect(reasonOf(await erase({}))).toBe('archive_missing')
  expect(reasonOf(await gateway.operator('GET', `/schools/${school}/erasure`))).toBe('erasure_missing')
})

test('removes everything, and nothing of another school', async () => {
  const before = await digestsAtRest(other.schoolId)
  expect(await hasFiles(system, school)).toBe(true)
  expect((await erase({ without_archive: true })).status).toBe(201)
  await eventually('the end of the domain', async () => {
    const { status } = await gateway.operator('GET', `/schools/${school}`)
    const { body } = await gateway.operator('GET', `/schools/${school}`)
    return status === 200 && body.status === 'erasing' && body.domains.length === 0
  })
  expect(reasonOf(await gateway.operator('PATCH', `/schools/${school}`, { status: 'active' }))).toBe(
    'school_erasing',
  )
  await eventually('the rest', async () => (await erasure()).part === 'rest', 60_000)
  // What comes late, between the first round and the last one.
  expect(await fillTables()).toEqual([])
  ahead += 130_000
  const ended = await eventually(
    'the end',
    async () => {
      const state = await erasure()
      return state.status === 'finished' ? state : null
    },
    120_000,
  )
  expect(ended).toMatchObject({ id: school, operator: 'operator', part: 'end', problem: null })
  expect(ended.rows.users).toBeGreaterThan(10)
  expect(ended.files).toBeGreaterThan(0)
  expect(Object.keys(await rowsWith(system, school)).filter(table => !lasting(table))).toEqual([])
  expect(await messagesOf(system, school)).toBe(0)
  expect(await hasFiles(system, school)).toBe(false)
  expect(await digestsOf(system, other.schoolId)).toEqual(before)
  expect(await hasFiles(system, other.schoolId)).toBe(true)
}, 300_000)

test('leaves no school behind, and its domain to others', async () => {
  const bare = (at: string) => gateway.call('GET', '/api/v1/users', { host: at })
  const [gone, unknown] = [await bare(host), await bare('unknown.example')]
  expect([gone.status, reasonOf(gone)]).toEqual([unknown.status, reasonOf(unknown)])
  expect((await gateway.operator('GET', `/schools/${school}`)).status).toBe(404)
  expect((await gateway.operator('POST', `/schools/${other.schoolId}/domains`, { host })).status).toBe(201)
  expect(reasonOf(await gateway.operator('POST', `/schools/${school}/restore`, { size: 1000 }))).toBe(
    'school_erased',
  )
  expect((await gateway.operator('GET', '/erasures')).body).toMatchObject({
    erasures: [{ id: school, status: 'finished' }],
    next: null,
  })
})

test('is not undone by what comes late', async () => {
  const publish = (subject: string, payload: object, id = newId('evt')) =>
    system.bus.js.publish(subject, JSON.stringify(payload), { msgID: id })
  const user = newId('usr')
  // What was said of the school once comes again under other ids.
  for (const { subject, text } of events) {
    const id = newId('evt')
    await publish(subject, { ...JSON.parse(text), id }, id)
  }
  await publish(invalidationSubject(school, 'site'), { kind: 'school', status: 'suspended' })
  const audit = { id: newId('aud'), school_id: school, service: 'users', operation: 'GET /x', status: 200 }
  await publish(auditSubject(school, 'users'), audit)
  const day = system.clock.now().toISOString().slice(0, 10)
  const reports = system.internal('service', { usageReports }, { as: 'users' }).usageReports
  await reports.ofService({
    body: {
      process: 'a process that counts late',
      sequence: 1,
      counts: [{ school_id: school, day, requests: 1, bytes_sent: 1, tasks: 1 }],
      people: [{ school_id: school, day, user_id: user }],
    } as never,
  })
  await eventually('the consumers', async () => (await consumersBehind(system)).length === 0, 60_000)
  expect(Object.keys(await rowsWith(system, school)).filter(table => !lasting(table))).toEqual([])
}, 120_000)
