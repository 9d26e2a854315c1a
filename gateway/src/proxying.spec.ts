import { eventually } from '@lms/testing'
import { startTestGateway } from '@lms/testing/gateway'
import { type Front, path, startFront } from './http/test-front.ts'
import { answerEmpty } from './http/test-service.ts'

const hex = /^[0-9a-f]{32}$/

describe('forwarding to a service and back', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront()
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  const forged = {
    'x-lms-token': 'forged',
    'x-lms-anything': 'forged',
    'x-request-id': 'mine',
    'x-client-request-id': 'forged',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    tracestate: 'forged=1',
    'x-on-behalf-of-role': 'forged',
    forwarded: 'for=forged',
    'x-forwarded-for': '9.9.9.9',
    'x-forwarded-host': 'forged.example',
    'x-real-ip': '9.9.9.9',
    cookie: 'forged=1',
    connection: 'close, x-lms-token',
    'proxy-authorization': 'forged',
  }

  function expectClean({ headers }: { headers: Record<string, unknown> }) {
    expect(JSON.stringify(headers)).not.toMatch(/forged|9\.9\.9\.9/)
    expect(headers['x-lms-token']).toMatch(/^eyJ/)
    expect(headers['x-request-id']).toMatch(hex)
    expect(headers['x-client-request-id']).toBe('mine')
    expect(headers.traceparent).toBe(`00-${headers['x-request-id']}-${String(headers.traceparent).slice(36)}`)
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers.authorization).toBeUndefined()
    expect(headers['x-on-behalf-of']).toBeUndefined()
  }

  test('headers that services trust cannot be forged, and the headers of the request arrive', async () => {
    const headers = { ...forged, 'idempotency-key': 'k1', 'if-match': '"v1"', 'accept-language': 'pt' }
    const answer = await front.call('POST', { headers, body: { a: 1 } }, `${path}?x=%20y&z`)
    expect(answer.status).toBe(200)
    const [received] = front.service.requests
    expectClean(received!)
    expect(received).toMatchObject({ method: 'POST', url: '/v1/orders?x=%20y&z', body: '{"a":1}' })
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      'if-match': '"v1"',
      'accept-language': 'pt',
    })
    expect(answer.headers['x-request-id']).toBe(received!.headers['x-request-id'])
  })

  test('nor under Expect: 100-continue, and the body still arrives', async () => {
    const lines = Object.entries(forged).map(([name, value]) => `${name}: ${value}\r\n`)
    const text = await front.raw(
      `POST ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nAuthorization: Bearer ${front.school.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 7\r\nExpect: 100-continue\r\n${lines.join('')}\r\n`,
      '{"a":1}',
    )
    expect(text).toContain('HTTP/1.1 100 Continue')
    expect(text).toContain('HTTP/1.1 200 OK')
    expectClean(front.service.requests[0]!)
    expect(front.service.requests[0]!.headers.expect).toBeUndefined()
    expect(front.service.requests[0]!.body).toBe('{"a":1}')
  })

  test('another expectation causes no error', async () => {
    expect((await front.call('GET', { headers: { expect: 'the-unexpected' } })).status).toBe(200)
  })

  test('every answer has a new request id, and a client’s own is used only if it is short and printable', async () => {
    const answers = [
      await front.call('GET'),
      await front.call('GET', { headers: { 'x-request-id': 'a'.repeat(129) } }),
      await front.gateway.call('GET', path, { host: front.school.host }),
      await front.gateway.call('GET', path, { host: 'nobody.example' }),
      await front.call('GET', {}, '/api/v1/nothing'),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(hex)
    expect(new Set(ids).size).toBe(ids.length)
    expect(front.service.requests.every(({ headers }) => headers['x-client-request-id'] === undefined)).toBe(
      true,
    )
  })

  test('the answer of a service arrives complete, without headers of the connection', async () => {
    front.service.act = (_, response) => {
      response.writeHead(409, {
        'content-type': 'application/json',
        etag: '"v2"',
        'retry-after': '7',
        'x-powered-by': 'something',
        'x-request-id': 'something',
      })
      response.end('{"error":{}}')
    }
    const answer = await front.call('POST', { body: {} })
    expect(answer).toMatchObject({
      status: 409,
      headers: { etag: '"v2"', 'retry-after': '7' },
      body: { error: {} },
    })
    expect(answer.headers['x-powered-by']).toBeUndefined()
    expect(answer.headers['x-request-id']).toMatch(hex)
  })

  test('every character comes back unchanged', async () => {
    const name = 'Škola 学校 🎓 \u0000'
    front.service.act = (_, response) => {
      const text = JSON.stringify({ name })
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    expect((await front.call('GET')).body).toEqual({ name })
  })

  test.each([0, 10, 70_000, 300_000, 3_000_000])('an answer of %d bytes comes back complete', async size => {
    const text = 'x'.repeat(size)
    front.service.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size }).end(text)
    }
    const answer = await front.call('GET')
    expect(answer.body ?? '').toBe(text)
    front.service.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write(text)
      response.end()
    }
    expect((await front.call('GET')).body ?? '').toBe(text)
  })

  test.each([1, 16_384, 16_385, 300_000, 1_048_576, 1_048_580, 3_000_000])(
    'a body of %d bytes arrives complete, with any content',
    async size => {
      const sent = `${'x'.repeat(size % 4)}${'🎓'.repeat(size / 4)}`
      const headers = { 'content-length': String(size), 'content-type': 'text/plain' }
      const answer = await front.begin('POST', headers, request => request.end(sent))
      expect(answer).toMatchObject({ status: 200 })
      expect(front.service.requests.at(-1)!.body).toBe(sent)
    },
  )

  test.each([0, 6000, 2_000_000])(
    'a body of unknown length, here %d bytes, arrives complete, also for DELETE',
    async size => {
      for (const method of ['POST', 'DELETE']) {
        const sent = 'x'.repeat(size)
        const headers = { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' }
        expect((await front.begin(method, headers, request => request.end(sent))).status).toBe(200)
        expect(front.service.requests.at(-1)!.method).toBe(method)
        expect(front.service.requests.at(-1)!.body === sent).toBe(true)
      }
      expect((await front.call('GET')).status).toBe(200)
    },
  )

  test('the body of a GET has no meaning, and is dropped', async () => {
    for (const [name, value] of [
      ['transfer-encoding', 'chunked'],
      ['content-length', '6000'],
    ] as const) {
      const sent = front.begin('GET', { [name]: value }, request => request.end('x'.repeat(6000)))
      expect((await sent).status).toBe(200)
      const { headers, body } = front.service.requests.at(-1)!
      expect([body, headers['content-length'], headers['transfer-encoding']]).toEqual([
        '',
        undefined,
        undefined,
      ])
    }
  })

  test("a service's headers for the gateway go no further", async () => {
    front.service.act = (_, response) =>
      response.writeHead(404, { 'x-lms-reason': 'not_found', 'x-lms-anything': '1' }).end('{}')
    expect(Object.keys((await front.call('GET')).headers).join()).not.toContain('x-lms')
  })

  test('a stopping gateway finishes running requests and accepts no more', async () => {
    const services = { ...front.system.addresses, commerce: front.service.url }
    const leaving = await startTestGateway(front.system, { services })
    const gate = Promise.withResolvers<void>()
    front.service.act = (...parameters) => void gate.promise.then(() => answerEmpty(...parameters))
    const running = leaving.call('GET', path, front.school)
    await eventually('the request to arrive', () => front.service.requests.length === 1)
    const stopped = leaving.stop()
    await eventually('the door to be closed', () =>
      leaving.call('GET', path, front.school).then(
        () => false,
        () => true,
      ),
    )
    gate.resolve()
    expect((await running).status).toBe(200)
    await stopped
  })
})
