// How much a query may read, and how many of a school run at a time.
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { analyticsContract } from '../contract.ts'
import { analyticsService } from '../service.ts'
import { maxRead } from './query.contract.ts'

let system: TestSystem
const now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, analyticsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())
const asker = (caller = system.caller()) => ({
  caller,
  api: system.client('analytics', analyticsContract.resources, caller).queries,
})
const body = { metrics: ['payments' as const] }

test('a query that would read too much is refused, with a period that fits', async () => {
  const { api, caller } = asker()
  await asOwner(system.ownerUrl, client =>
    client.query(
      `insert into analytics.facts (school_id, object_id, kind, place, first, at, amount, currency, offer_id, course_id,
         lesson_id, webinar_id, channel, source, medium, campaign)
       select $1, 'pay_' || n, 'payment', '', true, $2::timestamptz - n * interval '10 seconds', 1, 'EUR', '', '', '', '',
         '', '', '', '' from generate_series(1, $3::int) n`,
      [caller.school, new Date(now), maxRead + 1],
    ),
  )
  const refused = await api.query({ body }).catch(error => error)
  expect(refused).toMatchObject({ status: 422, reason: 'query_too_large' })
  const [{ path, message }] = refused.details
  expect(path).toBe('body.period')
  const [, from, to] = /^(\S+) to (\S+) would/.exec(message)!
  const period = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` }
  const { data } = await api.query({ body: { ...body, period } })
  expect(data[0]!.values.payments).toBeGreaterThan(maxRead / 4)
})

test('queries of a school at the same time wait for each other, and beyond a few they are refused', async () => {
  const { api, caller } = asker()
  const several = (count: number) => Array.from({ length: count }, () => api.query({ body }))
  await asOwner(system.ownerUrl, async client => {
    const turn = `hashtextextended('query of figures of ${caller.school}', 0)`
    await client.query(`select pg_advisory_lock(${turn})`)
    const requests = several(12)
    const refusals: unknown[] = []
    for (const request of requests) request.catch(error => refusals.push(error))
    // All have come before the turn is given back: one that came later would find room.
    await eventually('the refusals', () => refusals.length === 3)
    const refused = expect.objectContaining({ status: 409, reason: 'query_running' })
    expect(refusals).toEqual([refused, refused, refused])
    // A query of another school does not wait.
    await expect(asker().api.query({ body })).resolves.toMatchObject({ data: [] })
    await client.query(`select pg_advisory_unlock(${turn})`)
    const ends = await Promise.allSettled(requests)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  })
  await expect(Promise.all(several(2))).resolves.toMatchObject([{ data: [] }, { data: [] }])
})
