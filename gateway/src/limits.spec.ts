import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

/** A page of so few bytes that it counts as one request. */
const page = { type: 'text/plain', body: 'small' }
/** One that stays large when it is compressed. */
const largePage = {
  type: 'text/plain',
  body: Array.from({ length: 50_000 }, (_, at) => (at * 2_654_435_761) % 2 ** 32).join(' '),
}

describe('request rates', () => {
  let system: TestSystem
  let gateway: TestGateway
  let now = Date.now()
  const settings = { clock: { now: () => new Date(now) }, guestLimit: { rate: 1, burst: 5 } }
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    gateway = await startTestGateway(system, {
      ...settings,
      trustedProxies: ['127.0.0.1'],
      documents: { '/docs': page, '/openapi.json': page },
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  const ask = (school: Omit<GatewaySchool, 'schoolId'>, path = '/api/v1/me') =>
    gateway.call('GET', path, school)
  async function limited(limits: object): Promise<GatewaySchool> {
    const school = await newSchool(gateway)
    const path = `/schools/${school.schoolId}`
    expect((await gateway.operator('PATCH', path, { limits })).status).toBe(200)
    return school
  }

  test('a key has its burst, then gets Retry-After, and continues after that', async () => {
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

  test('an unknown operation counts, too', async () => {
    const school = await limited({ key_rate: 1, key_burst: 1 })
    expect((await ask(school, '/api/v1/nothing')).status).toBe(404)
    expect((await ask(school, '/api/v1/nothing')).status).toBe(429)
  })

  test('all keys of a school share its rate, without effect on other schools', async () => {
    const school = await limited({ school_rate: 1, school_burst: 4 })
    const other = await newSchool(gateway)
    const body = { name: 'second', kind: 'integration', role: 'manager' }
    const second = await gateway.call('POST', '/api/v1/api-keys', { ...school, body })
    const key = second.body.api_key
    const statuses: number[] = []
    for (const each of [school.key, key, school.key, key])
      statuses.push((await ask({ host: school.host, key: each })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await ask(other)).status).toBe(200)
  })

  test('a changed limit applies at once', async () => {
    const school = await limited({ key_rate: 1, key_burst: 1 })
    await ask(school)
    expect((await ask(school)).status).toBe(429)
    const limits = { key_rate: null, key_burst: null }
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    now += 1000
    const answer = await eventually('the new limit', async () => {
      now += 1000
      const answer = await ask(school)
      return answer.headers.ratelimit?.includes('"key";r=0') ? null : answer
    })
    expect(answer.headers['ratelimit-policy']).toContain('"key";q=100;w=2')
  })

  test('callers without a valid key are limited by address, others are not', async () => {
    const school = await newSchool(gateway)
    const from = (address: string, key?: string) =>
      gateway.call('GET', '/api/v1/me', {
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

  test('requests to unknown hosts are limited, too', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const headers = { 'x-forwarded-for': '203.0.113.1' }
      statuses.push((await gateway.call('GET', '/', { host: `nobody-${count}.example`, headers })).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })

  /** The answers to a request that is repeated from an address. */
  async function repeated(
    count: number,
    address: string,
    { host, key }: { host: string; key?: string },
    method = 'GET',
    path = '/api/v1/me',
  ) {
    const statuses: number[] = []
    for (let time = 0; time < count; time++) {
      const headers = { 'x-forwarded-for': address, 'accept-encoding': 'br' }
      statuses.push((await gateway.call(method, path, { host, ...(key ? { key } : {}), headers })).status)
    }
    return statuses
  }

  test.each([
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/healthz', 200],
    ['GET', '/downloads/nothing', 404],
    ['OPTIONS', '/api/v1/users', 401],
    ['GET', '/api/v1/users', 401],
  ])('%s %s without a key is counted', async (method, path, status) => {
    const { host } = await newSchool(gateway)
    const address = `198.18.0.${++addresses}`
    expect(await repeated(6, address, { host }, method, path)).toEqual([...Array(5).fill(status), 429])
  })
  let addresses = 0

  test('a page counts as one request per 32 KB', async () => {
    const { host } = await newSchool(gateway)
    const large = await startTestGateway(system, { ...settings, documents: { '/docs': largePage } })
    const read = () => large.call('GET', '/docs', { host, headers: { 'accept-encoding': 'br' } })
    expect([(await read()).status, (await read()).status]).toEqual([200, 429])
    await large.stop()
  })

  test('a request counts even if the school is suspended, or the key may not be used for it', async () => {
    const school = await newSchool(gateway)
    const body = { name: 'bound', kind: 'integration', role: 'owner', scope: ['*'] }
    const networks = ['203.0.113.0/24']
    const bound = await gateway.call('POST', '/api/v1/api-keys', {
      ...school,
      body: { ...body, allowed_networks: networks },
    })
    const key = bound.body.api_key
    expect(await repeated(6, '198.18.1.1', { host: school.host, key })).toEqual([...Array(5).fill(403), 429])
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { status: 'suspended' })
    await eventually('the suspension', async () => (await repeated(1, '198.18.1.2', school))[0] === 403)
    expect(await repeated(6, '198.18.1.3', school)).toEqual([...Array(5).fill(403), 429])
  })

  test('acting for people who do not exist counts against the key', async () => {
    const school = await limited({ key_rate: 1, key_burst: 3 })
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) {
      const headers = { 'x-on-behalf-of': newId('usr') }
      statuses.push((await gateway.call('GET', '/api/v1/me', { ...school, headers })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  test('an expired key counts by address', async () => {
    const school = await newSchool(gateway)
    const expires_at = new Date(now + 60_000).toISOString()
    const body = { name: 'short', kind: 'integration', role: 'owner', scope: ['*'], expires_at }
    const { api_key: key } = (await gateway.call('POST', '/api/v1/api-keys', { ...school, body })).body
    expect(await repeated(1, '198.18.2.1', { host: school.host, key })).toEqual([200])
    now += 60_000
    expect(await repeated(6, '198.18.2.2', { host: school.host, key })).toEqual([...Array(5).fill(401), 429])
  })

  test('a flood at one school does not affect callers of another from the same address', async () => {
    const [flooded, other] = [await newSchool(gateway), await newSchool(gateway)]
    await repeated(20, '198.18.3.1', { host: flooded.host })
    expect(await repeated(1, '198.18.3.1', { host: flooded.host })).toEqual([429])
    expect(await repeated(3, '198.18.3.1', other)).toEqual([200, 200, 200])
    expect(await repeated(1, '198.18.3.1', { host: other.host })).toEqual([401])
  })

  test('an address has a bound over all schools', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push(...(await repeated(5, '198.18.4.1', { host: (await newSchool(gateway)).host })))
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)])
  })

  test('an IPv6 client counts with all addresses that it has', async () => {
    const { host } = await newSchool(gateway)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push(...(await repeated(1, `2001:db8:7:1::${count}`, { host })))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await repeated(1, '2001:db8:7:2::1', { host })).toEqual([401])
  })

  test('a visitor of a page has a quarter of its key’s rate, and the others the rest', async () => {
    const school = await limited({ key_rate: 8, key_burst: 12 })
    const body = { name: 'page', kind: 'publishable', role: 'student' }
    const { api_key: key } = (await gateway.call('POST', '/api/v1/api-keys', { ...school, body })).body
    const page = { host: school.host, key }
    expect(await repeated(4, '198.18.5.1', page)).toEqual([403, 403, 403, 429])
    const headers = { 'x-forwarded-for': '198.18.5.2' }
    const second = await gateway.call('GET', '/api/v1/me', { ...page, headers })
    expect(second.headers).toMatchObject({
      ratelimit: '"key";r=8;t=1, "school";r=395;t=1, "visitor";r=2;t=1',
      'ratelimit-policy': '"key";q=12;w=2, "school";q=400;w=2, "visitor";q=3;w=2',
    })
    expect(await repeated(3, '2001:db8::1', page)).toEqual([403, 403, 403])
    expect(await repeated(1, '2001:db8::2', page)).toEqual([429])
    now += 500
    expect(await repeated(2, '198.18.5.1', page)).toEqual([403, 429])
  })
})
