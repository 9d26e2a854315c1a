import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startDoor, type TestDoor } from '@lms/testing/door'
import { usersService } from '@lms/users/service'

describe('two gateways', () => {
  let system: TestSystem
  let doors: TestDoor[]
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    // Time stands still: nothing comes back.
    const at = new Date()
    const clock = { now: () => at }
    const guestLimit = { rate: 1, burst: 300 }
    doors = [await startDoor(system, { clock, guestLimit }), await startDoor(system, { clock, guestLimit })]
    for (const door of doors)
      await eventually('readiness', async () => (await fetch(`${door.operatorUrl}/readyz`)).ok)
  })
  afterAll(async () => {
    for (const door of doors) await door.stop()
    await system.stop()
  })

  test.each([
    ['key', { key_burst: 200, school_burst: 1000 }],
    ['school', { key_burst: 1000, school_burst: 200 }],
  ])('give a %s its rate once', async (_, limits) => {
    const [one, other] = doors as [TestDoor, TestDoor]
    const school = await newSchool(one)
    await one.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    const ask = async (door: TestDoor) => (await door.call('GET', '/api/v1/me', school)).status
    const asked: number[] = []
    for (let count = 0; count < 200; count++) asked.push(await ask(one))
    expect(asked).toEqual(Array(200).fill(200))
    let passed = 0
    await eventually('the other to know', async () => (await ask(other)) === 429 || !++passed)
    expect(passed).toBeLessThan(100)
  })

  test('count one guest', async () => {
    const [one, other] = doors as [TestDoor, TestDoor]
    const { host } = await newSchool(one)
    const ask = async (door: TestDoor) => (await door.call('GET', '/api/v1/me', { host })).status
    for (let count = 0; count < 300; count++) expect(await ask(one)).toBe(401)
    expect(await ask(one)).toBe(429)
    let passed = 0
    await eventually('the other to know', async () => (await ask(other)) === 429 || !++passed)
    expect(passed).toBeLessThan(100)
  })
})
