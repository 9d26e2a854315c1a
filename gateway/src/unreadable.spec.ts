import { apiDocuments } from './documents.ts'
import { type Front, path, raw, startFront } from './http/test-front.ts'

describe('invalid HTTP', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront({ documents: apiDocuments() })
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  test.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a header with a broken name', 'GET / HTTP/1.1\r\nHost: a\r\nx y: 1\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a target that is no address', 'GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a target with a user', 'GET http://me@a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a target of another scheme', 'GET ftp://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ])('%s gives 400 in the common error shape', async (_, text) => {
    const answer = await front.raw(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      error: {
        code: 'bad_request',
        reason: 'malformed_request',
        request_id: /^x-request-id: ([0-9a-f]{32})\r$/m.exec(answer)![1],
      },
    })
  })

  test('the answer reaches a client that is still sending', async () => {
    const piece = 'x'.repeat(64 * 1024)
    const pieces = Array.from({ length: 64 }, () => piece)
    const answer = await front.raw('POST / HTTP/1.1\r\nHost: a\r\nx y: 1\r\n\r\n', ...pieces)
    expect(answer).toMatch(/"malformed_request"/)
  })

  test('a body with broken framing reaches no service as a complete one', async () => {
    const answer = await front.raw(
      `POST ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nAuthorization: Bearer ${front.school.key}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n',
    )
    expect(answer).not.toContain('200 OK')
    expect(front.service.requests).toEqual([])
    expect((await front.call('GET')).status).toBe(200)
  })

  test('CONNECT and upgrades are refused', async () => {
    expect(await front.raw('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).not.toMatch(
      /^HTTP\S+ 200/,
    )
    const upgraded = await front.call('GET', { headers: { connection: 'upgrade', upgrade: 'websocket' } })
    expect(upgraded.status).toBe(200)
    expect(front.service.requests[0]!.headers.upgrade).toBeUndefined()
  })

  test.each(['//', '//a@[b#', '/%', '*', '/[', '/api/v1/me#x'])('the target %s is refused', async target => {
    const ask = (...lines: string[]) =>
      front.raw([`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'))
    const answer = await ask(`Host: ${front.school.host}`, `Authorization: Bearer ${front.school.key}`)
    expect(answer).toMatch(/^HTTP\/1.1 404 (?:.|\s)*"code":"not_found"/)
    const { operatorUrl, operatorToken } = front.gateway
    const operator = await fetchTarget(Number(new URL(operatorUrl).port), target, operatorToken)
    expect(operator).toMatchObject({ status: 404, body: { error: { reason: 'no_such_operation' } } })
  })

  test('a target may be an absolute address, which names the host', async () => {
    const { host, key } = front.school
    const lines = ['Host: nobody.example', `Authorization: Bearer ${key}`, 'Connection: close', '', '']
    const answer = await front.raw([`GET http://${host}:80${path}?limit=1 HTTP/1.1`, ...lines].join('\r\n'))
    expect(answer).toMatch(/^HTTP\/1.1 200/)
    expect(front.service.requests[0]!.url).toBe('/v1/orders?limit=1')
    const bare = await front.raw([`GET http://${host} HTTP/1.1`, ...lines].join('\r\n'))
    expect(bare).toMatch(/^HTTP\/1.1 404[\s\S]*The API is under \/api\/v1/)
  })

  test('an encoded body is refused', async () => {
    const { host, key } = front.school
    const encoded = { 'content-encoding': 'gzip' }
    const body = { email: 'encoded@a.example' }
    const create = (headers: Record<string, string>) =>
      front.gateway.call('POST', '/api/v1/users', { host, key, body, headers })
    expect(await create(encoded)).toMatchObject({
      status: 400,
      body: { error: { reason: 'not_json', message: expect.stringContaining('Content-Encoding') } },
    })
    expect((await create({ 'content-encoding': 'identity' })).status).toBe(201)
    const nobody = { host, key: 'wrong', body, headers: encoded }
    expect((await front.gateway.call('POST', '/api/v1/users', nobody)).status).toBe(401)
    expect((await front.call('GET', { headers: encoded })).status).toBe(200)
  })
})

/** `fetch` and `request` would write the target in their own way. */
async function fetchTarget(port: number, target: string, token: string) {
  const text = await raw(port, [
    `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  ])
  return { status: Number(text.slice(9, 12)), body: JSON.parse(text.slice(text.indexOf('{'))) }
}
