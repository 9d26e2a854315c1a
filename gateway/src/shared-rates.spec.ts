import { setTimeout as pause } from 'node:timers/promises'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

/** Asks at a slow pace until the rate is used up; returns how many were answered. */
async function askUntilLimited(ask: () => Promise<number>): Promise<number> {
  let answered = 0
  await eventually('the other to know', async () => {
    if ((await ask()) === 429) return true
    answered++
    await pause(200)
    return false
  })
  return answered
}

describe('two gateways', () => {
  let system: TestSystem
  let gateways: TestGateway[]
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    // Time stands still: nothing comes back.
    const at = new Date()
    const clock = { now: () => at }
    const guestLimit = { rate: 1, burst: 300 }
    gateways = [
      await startTestGateway(system, { clock, guestLimit }),
      await startTestGateway(system, { clock, guestLimit }),
    ]
    for (const gateway of gateways)
      await eventually('readiness', async () => (await fetch(`${gateway.operatorUrl}/readyz`)).ok)
  })
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop()
    await system.stop()
  })

  test.each([
    ['key', { key_burst: 200, school_burst: 1000 }],
    ['school', { key_burst: 1000, school_burst: 200 }],
  ])('give a %s its rate only once', async (name, limits) => {
    const [one, other] = gateways as [TestGateway, TestGateway]
    const school = await newSchool(one)
    await one.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    const ask = (gateway: TestGateway) => gateway.call('GET', '/api/v1/me', school)
    // The first request that counts by the new limits is one of the 200.
    await eventually('the new limits', async () =>
      (await ask(one)).headers['ratelimit-policy']?.includes(`"${name}";q=200;`),
    )
    const statuses: number[] = []
    for (let count = 1; count < 200; count++) statuses.push((await ask(one)).status)
    expect(statuses).toEqual(Array(199).fill(200))
    expect(await askUntilLimited(async () => (await ask(other)).status)).toBeLessThan(100)
  })

  test('count one guest together', async () => {
    const [one, other] = gateways as [TestGateway, TestGateway]
    const { host } = await newSchool(one)
    const ask = async (gateway: TestGateway) => (await gateway.call('GET', '/api/v1/me', { host })).status
    for (let count = 0; count < 300; count++) expect(await ask(one)).toBe(401)
    expect(await ask(one)).toBe(429)
    expect(await askUntilLimited(() => ask(other))).toBeLessThan(100)
  })
})
