import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type DoorSchool, newSchool, startDoor, type TestDoor } from '@lms/testing/door'
import { usersService } from '@lms/users/service'

describe('how much may be asked', () => {
  let system: TestSystem
  let door: TestDoor
  let now = Date.now()
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    const clock = { now: () => new Date(now) }
    door = await startDoor(system, {
      clock,
      guestLimit: { rate: 1, burst: 5 },
      trustedProxies: ['127.0.0.1'],
    })
  })
  afterAll(async () => {
    await door.stop()
    await system.stop()
  })
  const ask = (school: Omit<DoorSchool, 'schoolId'>, path = '/api/v1/me') => door.call('GET', path, school)
  async function limited(limits: object): Promise<DoorSchool> {
    const school = await newSchool(door)
    const path = `/schools/${school.schoolId}`
    expect((await door.operator('PATCH', path, { limits })).status).toBe(200)
    return school
  }

  test('a key has its burst, is told how long to wait, and goes on after that', async () => {
    const school = await limited({ key_rate: 2, key_burst: 3 })
    const first = await ask(school)
    expect(first).toMatchObject({
      status: 200,
      headers: {
        ratelimit: '"key";r=2;t=1, "school";r=399;t=1',
        'ratelimit-policy': '"key";q=3;w=2, "school";q=400;w=2',
      },
    })
    await ask(school)
    expect((await ask(school)).headers.ratelimit).toMatch(/^"key";r=0;t=2/)
    const refused = await ask(school)
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'ratelimit-policy': '"key";q=3;w=2, "school";q=400;w=2' },
      body: { error: { code: 'rate_limited', reason: 'rate_limited' } },
    })
    now += 500
    expect((await ask(school)).status).toBe(200)
    expect((await ask(school)).status).toBe(429)
  })

  test('an operation that does not exist counts as well', async () => {
    const school = await limited({ key_rate: 1, key_burst: 1 })
    expect((await ask(school, '/api/v1/nothing')).status).toBe(404)
    expect((await ask(school, '/api/v1/nothing')).status).toBe(429)
  })

  test('all keys of a school share its rate, and no other school feels it', async () => {
    const school = await limited({ school_rate: 1, school_burst: 4 })
    const other = await newSchool(door)
    const body = { name: 'second', kind: 'integration', role: 'manager' }
    const second = await door.call('POST', '/api/v1/api-keys', { ...school, body })
    const key = second.body.api_key
    const statuses: number[] = []
    for (const each of [school.key, key, school.key, key])
      statuses.push((await ask({ host: school.host, key: each })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await ask(other)).status).toBe(200)
  })

  test('a limit that is changed counts at once', async () => {
    const school = await limited({ key_rate: 1, key_burst: 1 })
    await ask(school)
    expect((await ask(school)).status).toBe(429)
    const limits = { key_rate: null, key_burst: null }
    await door.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    now += 1000
    const answer = await eventually('the new limit', async () => {
      now += 1000
      const answer = await ask(school)
      return answer.headers.ratelimit?.includes('"key";r=0') ? null : answer
    })
    expect(answer.headers['ratelimit-policy']).toContain('"key";q=100;w=2')
  })

  test('who shows no valid key is limited by address, and who shows one is not', async () => {
    const school = await newSchool(door)
    const from = (address: string, key?: string) =>
      door.call('GET', '/api/v1/me', {
        host: school.host,
        ...(key ? { key } : {}),
        headers: { 'x-forwarded-for': address },
      })
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push((await from('198.51.100.1', `wrong-${count}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await from('198.51.100.1')).headers['ratelimit-policy']).toBe('"address";q=5;w=5')
    expect((await from('198.51.100.2')).status).toBe(401)
    for (let count = 0; count < 10; count++) expect((await from('198.51.100.3', school.key)).status).toBe(200)
    now += 1000
    expect((await from('198.51.100.1')).status).toBe(401)
  })

  test('looking for hosts that do not exist is limited as well', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const headers = { 'x-forwarded-for': '203.0.113.1' }
      statuses.push((await door.call('GET', '/', { host: `nobody-${count}.example`, headers })).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })
})
