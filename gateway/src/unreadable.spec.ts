import { type Front, path, startFront } from './door/test-front.ts'

describe('what is no request', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront()
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
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ])('%s is answered with 400 in the one error shape', async (_, text) => {
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

  test('a body that breaks off in its framing reaches no service as a whole one', async () => {
    const answer = await front.raw(
      `POST ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nAuthorization: Bearer ${front.school.key}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n',
    )
    expect(answer).not.toContain('200 OK')
    expect(front.service.asked).toEqual([])
    expect((await front.call('GET')).status).toBe(200)
  })

  test('CONNECT and an upgrade open nothing', async () => {
    expect(await front.raw('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).not.toMatch(
      /^HTTP\S+ 200/,
    )
    const upgraded = await front.call('GET', { headers: { connection: 'upgrade', upgrade: 'websocket' } })
    expect(upgraded.status).toBe(200)
    expect(front.service.asked[0]!.headers.upgrade).toBeUndefined()
  })
})
