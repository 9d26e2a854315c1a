// What schools use, counted through the gateway and by the services that have the rows.
import { dayOf, newId, type UsageReport, usageReports } from '@lms/contract'
import type { TaskHandler } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { serviceService } from '../service.ts'
import { usageInternalApi } from './usage.contract.ts'
import { closeUsageDays } from './usage.run.ts'

let system: TestSystem
let gateway: TestGateway
let now = Date.parse('2026-11-21T23:30:00Z')
const hour = 3_600_000
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, webhooksService, serviceService],
    clock: { now: () => new Date(now) },
    // Days are closed by the tests alone, not also by the schedule when the clock moves past its minute.
    settings: { taskSlots: 0 },
  })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const usageOf = async (school: string, from: string, to = from) =>
  (await gateway.operator('GET', `/schools/${school}/usage?from=${from}&to=${to}`)).body.days
const today = () => dayOf(new Date(now))
const closeDays = () => (closeUsageDays as TaskHandler).runAll!(system.services.service!.runtime)
const report = (over: Partial<UsageReport>) =>
  system
    .internal('service', { usageReports }, { as: 'users' })
    .usageReports.ofService({ body: { process: 'users-1', sequence: 1, counts: [], people: [], ...over } })
const counted = (school_id: string, day: string, figures: object = {}) => ({
  ...{ school_id, day, requests: 0, bytes_sent: 0, tasks: 0 },
  ...figures,
})

test('requests, their bytes, people, events and files of a school are counted, and nothing of another one', async () => {
  const [one, other] = [await newSchool(gateway), await newSchool(gateway)]
  const bytes = []
  for (let count = 0; count < 3; count++) {
    const answer = await gateway.call('GET', '/api/v1/users', one)
    bytes.push(JSON.stringify(answer.body).length)
  }
  await gateway.call('POST', '/api/v1/users', { ...one, body: { email: 'ann@school.org' } })
  await gateway.call('GET', '/api/v1/no-such-list', one)
  await asOwner(system.ownerUrl, owner =>
    owner.query(`insert into site.storage_use (school_id, files, bytes) values ($1, 2, 1234)`, [
      one.schoolId,
    ]),
  )
  const [day] = await eventually('five requests and an event', async () => {
    const usageDays = await usageOf(one.schoolId, today())
    return usageDays[0]?.requests === 5 && usageDays[0].events === 1 ? usageDays : null
  })
  expect(day).toMatchObject({
    ...{ school_id: one.schoolId, day: '2026-11-21', closed: false, deliveries: 0, bytes_kept: 1234 },
    ...{ orders: null, agent_tokens: 0 },
  })
  const least = bytes.reduce((sum, size) => sum + size, 0)
  expect(day.bytes_sent).toBeGreaterThan(least)
  expect(day.bytes_sent).toBeLessThan(least + 20_000)
  await gateway.call('GET', '/api/v1/users', other)
  const theirs = await eventually('the other request', async () => {
    const usageDays = await usageOf(other.schoolId, today())
    return usageDays[0]?.requests === 1 ? usageDays : null
  })
  expect(theirs).toMatchObject([{ school_id: other.schoolId, events: 0, bytes_kept: 0 }])
})

test('a report that comes again, or after a later one, counts once', async () => {
  const school = newId('sch')
  const first = { process: newId('job'), counts: [counted(school, today(), { requests: 2, tasks: 1 })] }
  expect(await report(first)).toEqual({ counted: true })
  expect(await report(first)).toEqual({ counted: false })
  expect(await Promise.all([report({ ...first, sequence: 2 }), report({ ...first, sequence: 2 })])).toEqual(
    expect.arrayContaining([{ counted: true }, { counted: false }]),
  )
  expect(await report(first)).toEqual({ counted: false })
  expect(await report({ ...first, process: newId('job') })).toEqual({ counted: true })
  const { schools } = await usage({ from: today(), to: today() })
  expect(schools.find(({ school_id }) => school_id === school)).toMatchObject({ requests: 6, tasks: 3 })
})

const usage = (period: { from: string; to: string }) =>
  system
    .internal('service', { usageInternalApi })
    .usageInternalApi.schools({ body: { ...period, after: null } })

test('a person who is active at two gateways counts once a day', async () => {
  const [school_id, user_id] = [newId('sch'), newId('usr')]
  const seen = (day: string, user = user_id) => ({ school_id, day, user_id: user })
  const counts = [counted(school_id, '2026-11-19'), counted(school_id, '2026-11-20')]
  const people = [seen('2026-11-19'), seen('2026-11-20'), seen('2026-11-20', newId('usr'))]
  for (const process of [newId('job'), newId('job')]) await report({ process, counts, people })
  const days = await system
    .internal('service', { usageInternalApi }, { school: school_id })
    .usageInternalApi.days({ body: { from: '2026-11-19', to: '2026-11-20' } })
  expect(days.days.map(({ active_people }) => active_people)).toEqual([1, 2])
})

test('a day is one of UTC, and is closed once it is over; what comes later opens it again', async () => {
  const { schoolId } = await newSchool(gateway)
  const yesterday = today()
  const counts = [counted(schoolId, yesterday, { requests: 7 })]
  const people = [{ school_id: schoolId, day: yesterday, user_id: newId('usr') }]
  await report({ process: newId('job'), counts, people })
  const closed = async () => (await usageOf(schoolId, yesterday)).map((day: any) => day.closed)
  await closeDays()
  expect(await closed()).toEqual([false])
  now += hour
  await closeDays()
  expect(await closed()).toEqual([true])
  await report({ process: newId('job'), counts })
  expect(await usageOf(schoolId, yesterday)).toMatchObject([
    { requests: 14, active_people: 1, closed: false },
  ])
  // Who was active is forgotten, and their number stays.
  now += 5 * 24 * hour
  await closeDays()
  await closeDays()
  expect(await usageOf(schoolId, yesterday)).toMatchObject([{ active_people: 1, closed: true }])
  const remaining = await asOwner(system.ownerUrl, owner =>
    owner.query(`select from service.usage_people where school_id = $1`, [schoolId]),
  )
  expect(remaining.rows).toEqual([])
})

test('a school that nobody visits has days all the same, for the files that it keeps', async () => {
  const { schoolId } = await newSchool(gateway)
  await report({ process: newId('job'), counts: [counted(schoolId, today())] })
  const before = today()
  now += 24 * hour
  await closeDays()
  expect((await usageOf(schoolId, before, today())).map(({ day }: any) => day)).toEqual([before, today()])
})

test('what a gateway has counted is reported when it ends, and is not when it is told again', async () => {
  const school = await newSchool(gateway)
  await eventually(
    'the first requests to be reported',
    async () => (await usageOf(school.schoolId, today()))[0],
  )
  const second = await startTestGateway(system)
  const before = (await usageOf(school.schoolId, today()))[0].requests
  for (let count = 0; count < 4; count++) await second.call('GET', '/api/v1/tags', school)
  await second.stop()
  expect(await usageOf(school.schoolId, today())).toMatchObject([{ requests: before + 4 }])
})
