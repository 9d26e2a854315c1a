import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { apiDocuments } from '../documents.ts'

describe("pages at a school's own address", () => {
  const documents = apiDocuments()
  let system: TestSystem
  let gateway: TestGateway
  let host: string
  let key: string
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    // The documents are large, and one address asks for them again and again.
    const guestLimit = { rate: 1000, burst: 100_000 }
    gateway = await startTestGateway(system, { documents, guestLimit })
    const school = await newSchool(gateway)
    host = school.host
    key = school.key
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  const get = (at: string, headers: Record<string, string> = {}, from = host) =>
    gateway.call('GET', at, { host: from, headers })
  /** The bytes that come, as they are. */
  const bytes = async (at: string, encoding: string) => {
    const headers = { host, 'accept-encoding': encoding }
    const sent = request({ host: '127.0.0.1', port: gateway.running.port, path: at, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { headers: answer.headers, body: await buffer(answer) }
  }

  test('describe the API to everyone', async () => {
    const description = await get('/openapi.json')
    expect(description).toMatchObject({ status: 200, body: { openapi: '3.1.1' } })
    expect(description.body.paths).toHaveProperty('/v1/orders/{id}/mark-paid')
    expect((await get('/docs')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await get('/openapi.json', {}, 'nobody.example')).status).toBe(404)
    expect((await get('/other')).status).toBe(404)
    expect((await get('/healthz', {}, 'nobody.example')).status).toBe(200)
  })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ])('are compressed if the client accepts %j', async (accepted, encoding) => {
    for (const at of ['/docs', '/openapi.json']) {
      const { headers, body } = await bytes(at, accepted)
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers.vary).toBe('accept-encoding')
      const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
      expect(plain.toString() === documents[at]!.body).toBe(true)
      if (encoding) expect(body.length).toBeLessThan(plain.length / 5)
    }
  })

  test('are sent once: a client with the page gets 304', async () => {
    const first = await bytes('/docs', 'br')
    const etag = first.headers.etag!
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect((await bytes('/docs', 'gzip')).headers.etag).not.toBe(etag)
    expect((await bytes('/openapi.json', 'br')).headers.etag).not.toBe(etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/docs', { 'accept-encoding': 'br', 'if-none-match': tag })
      expect(again).toMatchObject({ status: 304, body: null, headers: { etag, vary: 'accept-encoding' } })
      expect(again.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    }
    expect((await get('/docs', { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
    const api = await get('/api/v1/me', { 'if-none-match': '*' })
    expect(api.status).toBe(401)
  })

  test('greet visitors of a school without a home page, and tell programs that there is none', async () => {
    expect(await get('/', { accept: 'text/html' })).toMatchObject({
      status: 200,
      body: expect.stringContaining('opens soon'),
    })
    expect(await get('/')).toMatchObject({ status: 404, body: { error: { reason: 'not_found' } } })
  })

  test.each(['/', '/docs', '/openapi.json', '/nowhere', '/healthz', '/api/v1/users', '/api/v1/me'])(
    'HEAD %s answers like GET, without the body',
    async at => {
      const ask = (method: string) =>
        gateway.call(method, at, { host, key: at.endsWith('me') ? key : 'wrong' })
      const [head, response] = [await ask('HEAD'), await ask('GET')]
      const { 'x-request-id': _, date: __, ratelimit: ___, ...rest } = response.headers
      expect(head).toMatchObject({ status: response.status, body: null, headers: rest })
    },
  )

  test("the platform team's API describes itself", async () => {
    const answer = await fetch(gateway.operatorUrl)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        metrics: '/metrics',
        documentation: '/docs/start',
        operations: '/operator/v1',
        certificates: '/domains/check?domain=…',
        health: '/healthz',
        readiness: '/readyz',
      },
    ])
    const head = (at: string) => fetch(`${gateway.operatorUrl}${at}`, { method: 'HEAD' })
    expect([
      (await head('/')).status,
      (await head('/healthz')).status,
      (await head('/other')).status,
    ]).toEqual([200, 200, 401])
  })

  test('redirect from an old address to the new one, for the own school only', async () => {
    const redirect = (body: object) => gateway.call('POST', '/api/v1/redirects', { host, key, body })
    const response = await redirect({ from_path: '/old', target: '/docs' })
    await redirect({ from_path: '/alt/Kurs-ä', target: 'https://new.example/kurs?a=1', permanent: false })
    expect(await get('/old')).toMatchObject({ status: 308, headers: { location: '/docs' } })
    expect(await get('/old/?b=%20&c')).toMatchObject({ status: 308, headers: { location: '/docs?b=%20&c' } })
    expect(await get('/alt/Kurs-%C3%A4?utm=1')).toMatchObject({
      status: 307,
      headers: { location: 'https://new.example/kurs?a=1&utm=1' },
    })
    const other = await newSchool(gateway)
    expect((await get('/old', {}, other.host)).status).toBe(404)
    expect((await gateway.call('POST', '/old', { host })).status).toBe(404)
    await gateway.call('DELETE', '/api/v1/redirects', { host, key, body: { id: response.body.id } })
    await eventually('the change', async () => (await get('/old')).status === 404)
  })
})
