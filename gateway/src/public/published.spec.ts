import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { connectBus, invalidationSubject } from '@lms/events'
import { eventually } from '@lms/testing'
import { newSchool } from '@lms/testing/gateway'
import { apiDocuments } from '../documents.ts'
import { raw } from '../http/test-front.ts'
import { type PublicFront, somePage, startPublicFront } from './test-site.ts'

describe("a page at a school's address", () => {
  const documents = apiDocuments()
  let front: PublicFront
  beforeAll(async () => {
    front = await startPublicFront({ documents })
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  let pageCount = 0
  /** An address that no test has used. */
  const fresh = () => `/page-${++pageCount}`
  const get = (path: string, headers: Record<string, string> = {}, host = front.school.host) =>
    front.gateway.call('GET', path, { host, headers })
  /** The bytes that come, as they are. */
  const bytes = async (path: string, encoding: string, method = 'GET') => {
    const headers = { host: front.school.host, 'accept-encoding': encoding }
    const { port } = front.gateway.running
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { headers: answer.headers, body: await buffer(answer) }
  }

  test('has the headers that belong to it, and is asked for once', async () => {
    const path = fresh()
    for (let time = 0; time < 3; time++)
      expect(await get(path)).toMatchObject({
        status: 200,
        body: somePage.body,
        headers: {
          ...somePage.headers,
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          vary: 'accept-encoding',
        },
      })
    expect(front.questions).toEqual([{ path, preview: null }])
  })

  test('is compressed as the client wants, and HEAD has the same headers', async () => {
    const path = fresh()
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['identity', undefined],
      ['', undefined],
    ] as const) {
      const { headers, body } = await bytes(path, accepted)
      expect([headers['content-encoding'], headers['content-length']]).toEqual([
        encoding,
        String(body.length),
      ])
      const text = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
      expect(text.toString()).toBe(somePage.body)
      const { 'x-request-id': _, date: __, ...rest } = headers
      const head = await bytes(path, accepted, 'HEAD')
      expect(head.headers).toMatchObject(rest)
      expect(head.body).toHaveLength(0)
    }
    expect(front.questions).toHaveLength(1)
  })

  test('is not sent again to a client that has it, and keeps its policy there', async () => {
    const path = fresh()
    const { etag } = (await get(path, { 'accept-encoding': 'br' })).headers
    const conditional = { 'accept-encoding': 'br', 'if-none-match': etag! }
    const again = await get(path, conditional)
    // A browser replaces the headers of its copy by those of a 304.
    expect(again).toMatchObject({
      status: 304,
      body: null,
      headers: { ...somePage.headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' },
    })
    expect(again.headers).not.toHaveProperty('content-length')
    expect((await get(path, { ...conditional, 'accept-encoding': 'gzip' })).status).toBe(200)
  })

  test('is one page for all queries, and no query reaches the site service', async () => {
    const path = fresh()
    for (const query of ['', '?', '?utm_source=x', '?a=<script>', '?/../other'])
      expect((await get(`${path}${query}`)).body).toBe(somePage.body)
    expect(front.questions).toEqual([{ path, preview: null }])
    expect(JSON.stringify(front.seen)).not.toContain('utm_source')
  })

  test('is found at all spellings of its address that browsers make the same', async () => {
    const path = fresh()
    for (const spelling of [path, `/a/..${path}`, `/a/%2e%2E${path}`, `/.${path}`])
      expect((await get(spelling)).status).toBe(200)
    expect(front.questions).toEqual([{ path, preview: null }])
    front.reset()
    await get(`/${path}`)
    expect(front.questions).toEqual([{ path: `/${path}`, preview: null }])
  })

  test('is the same whatever headers come with the first request for it', async () => {
    const odd = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
      'x-forwarded-for': '1.2.3.4',
      'x-original-url': '/admin',
      'x-rewrite-url': '/admin',
      'x-http-method-override': 'DELETE',
      'accept-language': 'xx',
      cookie: 'a=b',
      range: 'bytes=0-3',
      'if-modified-since': new Date().toUTCString(),
      'if-range': '"x"',
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
      authorization: 'Bearer x',
    }
    const path = fresh()
    const first = await get(path, odd)
    const next = await get(path)
    const { 'x-request-id': _, date: __, ...rest } = next.headers
    expect(first).toMatchObject({ status: 200, body: next.body, headers: rest })
    const { headers, body } = front.seen[0]!
    for (const name of [
      'accept-language',
      'cookie',
      'origin',
      'referer',
      'authorization',
      'x-forwarded-host',
    ])
      expect(headers).not.toHaveProperty(name)
    expect(body).not.toContain('evil')
    expect(front.questions).toHaveLength(1)
  })

  test('belongs to the school of the host, however the host is written', async () => {
    const path = fresh()
    const other = await newSchool(front.gateway)
    front.reset()
    front.answer = () => ({ ...somePage, body: `page ${front.questions.length}` })
    expect((await get(path)).body).toBe('page 1')
    expect((await get(path, {}, `${front.school.host.toUpperCase()}.:80`)).body).toBe('page 1')
    expect((await get(path, {}, other.host)).body).toBe('page 2')
    expect((await get(path, {}, `${other.host}, ${front.school.host}`)).status).toBe(404)
    const { port } = front.gateway.running
    const absolute = await raw(port, [
      `GET http://${other.host}${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nConnection: close\r\n\r\n`,
    ])
    expect(absolute).toContain('page 2')
  })

  test('an answer to another method, or a refusal, never takes its place', async () => {
    const path = fresh()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
      expect((await front.gateway.call(method, path, { host: front.school.host })).status).toBe(404)
    front.answer = () => 'away'
    expect((await get(path)).status).toBe(503)
    front.answer = () => ({ status: 404, keep_seconds: 0 })
    expect((await get(path)).status).toBe(404)
    front.answer = () => somePage
    expect((await get(path)).status).toBe(200)
  })

  test('no header or address of a visitor ends a header of an answer', async () => {
    const { port } = front.gateway.running
    front.answer = ({ path }) => ({ status: 307, location: `/next${path}`, body: '' })
    for (const path of ['/%0d%0aset-cookie:%20a=b', '/a%00b', `/${'%0a'.repeat(50)}x`]) {
      const answer = await raw(port, [
        `GET ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nConnection: close\r\n\r\n`,
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 307 /)
      expect(answer.toLowerCase()).not.toContain('\nset-cookie')
    }
  })

  test('is asked for again within a second of a change', async () => {
    const path = fresh()
    await get(path)
    front.answer = () => ({ ...somePage, body: 'new' })
    const { nats } = front.system.servers
    const bus = await connectBus({
      url: nats.url,
      credential: { user: 'site', password: front.system.servers.natsPassword('site') },
    })
    await bus.js.publish(invalidationSubject(front.school.schoolId, 'site'), '{"kind":"pages"}')
    await bus.close()
    await eventually('the new page', async () => (await get(path)).body === 'new')
  })

  test('is served while the site service is away, and a page of the gateway where nothing is kept', async () => {
    front.answer = () => 'away'
    const answer = await get(fresh(), { accept: 'text/html' })
    expect(answer).toMatchObject({
      status: 503,
      headers: {
        'retry-after': '1',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
      },
    })
    expect(answer.body).toContain('Not available for a moment')
    expect(answer.body).toContain('<html lang="en" dir="ltr">')
  })

  test('of a draft is for its link alone', async () => {
    front.answer = ({ preview }) => ({ ...somePage, body: `draft ${preview}` })
    for (let time = 0; time < 2; time++)
      expect(await get('/preview/token.x')).toMatchObject({
        status: 200,
        body: 'draft token.x',
        headers: { 'cache-control': 'no-store' },
      })
    expect(front.questions).toEqual([
      { path: '/', preview: 'token.x' },
      { path: '/', preview: 'token.x' },
    ])
    front.answer = () => ({ status: 404, body: 'x', keep_seconds: 0 })
    const response = await get('/preview/token.y', { accept: 'text/html' })
    expect(response.status).toBe(404)
    expect(response.body).toContain('leads to no draft')
  })

  test('is missing: a browser gets the page of the school, a program the error with the address of the API', async () => {
    front.answer = () => ({ status: 404, body: 'lost', keep_seconds: 0 })
    const browser = await get(fresh(), { accept: 'text/html,*/*;q=0.8' })
    expect(browser).toMatchObject({ status: 404, body: 'lost' })
    const program = await get(fresh(), { accept: '*/*' })
    expect(program).toMatchObject({
      status: 404,
      body: { error: { reason: 'not_found', message: expect.stringContaining('/api/v1') } },
    })
  })

  test('is the entrance if the school has a home page, else a greeting is', async () => {
    const { host } = await newSchool(front.gateway)
    front.answer = () => ({ status: 404, keep_seconds: 0 })
    const greeting = await get('/', { accept: 'text/html' }, host)
    expect(greeting).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } })
    expect(greeting.body).toContain('opens soon')
    expect(await get('/', {}, host)).toMatchObject({ status: 404, body: { error: { reason: 'not_found' } } })
    front.answer = () => somePage
    expect(await get('/', {}, host)).toMatchObject({ status: 200, body: somePage.body })
  })

  test('with a form or an offer begins a visit, once, in an answer for this visitor alone', async () => {
    front.answer = () => ({ ...somePage, interactive: true })
    const path = fresh()
    const first = await get(`${path}?utm_source=news`, { referer: 'https://a.example/' })
    const [cookie] = (first.headers['set-cookie'] as unknown as string[])!
    expect(cookie).toMatch(/^lms_visit=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await get(path, { cookie: cookie!.split(';')[0]! })
    expect(again.headers).not.toHaveProperty('set-cookie')
    expect(again.headers['cache-control']).toBe('no-cache')
    const other = await get(path)
    expect(other.headers['set-cookie']).not.toEqual(first.headers['set-cookie'])
    front.answer = () => somePage
    expect((await get(fresh())).headers).not.toHaveProperty('set-cookie')
    const partner = await get(`${fresh()}?partner=blog`)
    expect(partner.headers['set-cookie']).toEqual([expect.stringMatching(/^lms_partner=/)])
    expect(partner.headers['cache-control']).toBe('private, no-cache')
  })

  test('is not there while the school is suspended', async () => {
    const { host, schoolId } = await newSchool(front.gateway)
    const path = fresh()
    expect((await get(path, {}, host)).status).toBe(200)
    await front.gateway.operator('PATCH', `/schools/${schoolId}`, { status: 'suspended' })
    await eventually('the suspension', async () => (await get(path, {}, host)).status === 404)
    expect(JSON.stringify((await get(path, {}, host)).body)).not.toContain('All about it')
  })
})
