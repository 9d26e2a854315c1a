// Visitors are counted once a day and page, and when the day is over nothing tells them apart.
import { createHmac } from 'node:crypto'
import { commerceService } from '@lms/commerce/service'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { visits } from '../contract.ts'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let now = Date.parse('2026-11-24T22:00:00.000Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, analyticsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const zone = 'America/New_York'
const hour = 3_600_000

async function visitedSchool() {
  const school = schoolOf(system)
  await school.inZone(zone)
  const gateway = system.internal(
    'analytics',
    { visits },
    { as: 'gateway', school: school.caller.school },
  ).visits
  const visit = (salt: string, address: string, page: string, source = '') => ({
    visitor: createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22),
    ...{ page, source, medium: '', campaign: '' },
  })
  const figures = async (dimensions: string[], filters = {}) => {
    const body = {
      metrics: ['visitors'],
      dimensions,
      filters,
      period: { from: '2026-11-01', to: '2026-12-01' },
    }
    const { data } = await school.api.queries.query({ body: body as never })
    return data.map(row => [...Object.values(row.dimensions), row.values.visitors])
  }
  const rows = (table: string) =>
    asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query(`select * from analytics.${table} where school_id = $1`, [
        school.caller.school,
      ])
      return rows
    })
  return { ...school, gateway, visit, figures, rows }
}

test('who comes again on a day counts once, on each page once, and by the channel of their first page', async () => {
  const { gateway, visit, figures } = await visitedSchool()
  const { day, salt, expires_at } = await gateway.salt()
  expect([day, expires_at]).toEqual(['2026-11-24', '2026-11-25T05:00:00.000+00:00'])
  expect(await gateway.salt()).toEqual({ day, salt, expires_at })
  const [ann, bea] = ['192.0.2.1 Firefox', '192.0.2.2 Safari']
  const first = [
    visit(salt, ann, '/', ' News'),
    visit(salt, ann, '/course', 'search'),
    visit(salt, bea, '/course'),
    visit(salt, bea, '/course'),
  ]
  expect(await gateway.count({ body: { day, visits: first } })).toEqual({ counted: 3 })
  // The same report again, and another one of people who are known.
  expect(await gateway.count({ body: { day, visits: first } })).toEqual({ counted: 0 })
  const again = [visit(salt, ann, '/', 'other'), visit(salt, bea, '/')]
  expect(await gateway.count({ body: { day, visits: again } })).toEqual({ counted: 1 })
  expect(await figures([])).toEqual([[2]])
  expect(await figures(['day'])).toEqual([['2026-11-24', 2]])
  expect(await figures(['source'])).toEqual([
    ['', 1],
    ['news', 1],
  ])
  expect(await figures(['page'])).toEqual([
    ['/', 2],
    ['/course', 2],
  ])
  expect(await figures(['page', 'source'], { source: ['News'] })).toEqual([
    ['/', 'news', 1],
    ['/course', 'news', 1],
  ])
  expect(await figures([], { page: ['/course'] })).toEqual([[2]])
})

test('when the day of the school is over, its salt and hashes are deleted, and a visitor of the next one is another', async () => {
  const { gateway, visit, figures, rows } = await visitedSchool()
  const { day, salt } = await gateway.salt()
  await gateway.count({ body: { day, visits: [visit(salt, '192.0.2.1 Firefox', '/')] } })
  expect(JSON.stringify(await rows('visitors'))).not.toContain('192.0.2.1')
  now += 8 * hour
  await system.services.analytics!.workOffTasks()
  expect([await rows('visit_salts'), await rows('visitors')]).toEqual([[], []])
  // A report that comes later than that is not counted: nobody could say whether it was counted before.
  expect(await gateway.count({ body: { day, visits: [visit(salt, '192.0.2.2 Safari', '/')] } })).toEqual({
    counted: 0,
  })
  const next = await gateway.salt()
  expect([next.day, next.salt === salt]).toEqual(['2026-11-25', false])
  await gateway.count({ body: { day: next.day, visits: [visit(next.salt, '192.0.2.1 Firefox', '/')] } })
  expect(await figures(['day'])).toEqual([
    ['2026-11-24', 1],
    ['2026-11-25', 1],
  ])
})

test('words without end make no channels without end', async () => {
  const { gateway, visit, figures } = await visitedSchool()
  const { day, salt } = await gateway.salt()
  for (let report = 0; report < 5; report++) {
    const visits = Array.from({ length: 500 }, (_, index) =>
      visit(salt, `address ${report} ${index}`, '/', `word ${report} ${index}`),
    )
    await gateway.count({ body: { day, visits } })
  }
  const channels = await figures(['source'])
  expect(channels).toHaveLength(100)
  expect(await figures([])).toEqual([[2500]])
})
