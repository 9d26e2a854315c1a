import { type Front, startFront } from './test-front.ts'

describe('a page of another origin', () => {
  let front: Front
  let page: string
  beforeAll(async () => {
    front = await startFront()
    const body = { name: 'page', kind: 'publishable', role: 'student' }
    const response = await front.gateway.call('POST', '/api/v1/api-keys', { ...front.school, body })
    page = response.body.api_key
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  const origin = 'https://landing.example'
  const ask = (method: string, path: string, headers: Record<string, string> = {}, key?: string) =>
    front.gateway.call(method, `/api${path}`, {
      host: front.school.host,
      ...(key ? { key } : {}),
      headers: { origin, ...headers },
    })
  const preflight = (path: string, method: string) =>
    ask('OPTIONS', path, {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    })

  test('gets a preflight answered without a key, and reads what publishable keys may read', async () => {
    expect(await preflight('/v1/offers', 'GET')).toMatchObject({
      status: 204,
      body: null,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': expect.stringContaining('authorization'),
      },
    })
    expect(front.service.requests).toEqual([])
    const read = await ask('GET', '/v1/offers', {}, page)
    expect(read).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    expect(read.headers).toHaveProperty('ratelimit')
    expect(read.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('reads the refusal of its key', async () => {
    const refused = await ask('GET', '/v1/offers', {}, 'wrong')
    expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': '*' } })
  })

  test.each([
    ['GET', '/v1/orders'],
    ['POST', '/v1/offers'],
    ['GET', '/v1/nothing'],
  ])('gets nothing for %s %s', async (method, path) => {
    expect(await preflight(path, method)).toMatchObject({ status: 401 })
    for (const answer of [await preflight(path, method), await ask(method, path, {}, page)])
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('of the same origin, and a program, gets no such header', async () => {
    const { headers } = await front.call('GET', {}, '/api/v1/offers')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})
