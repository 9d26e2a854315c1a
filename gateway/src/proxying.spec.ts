import { once } from 'node:events'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type DoorSchool, newSchool, startDoor, type TestDoor } from '@lms/testing/door'
import { usersService } from '@lms/users/service'
import { answerEmpty, startTestService, type TestService } from './door/test-service.ts'

const path = '/api/v1/orders'
const hex = /^[0-9a-f]{32}$/

describe('on the way to a service and back', () => {
  let system: TestSystem
  let service: TestService
  let door: TestDoor
  let school: DoorSchool
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    service = await startTestService()
    const services = { ...system.addresses, commerce: service.url }
    door = await startDoor(system, { services, deadlines: { answerMs: 400 } })
    school = await newSchool(door)
  })
  afterAll(async () => {
    await door.stop()
    await service.stop()
    await system.stop()
  })
  beforeEach(() => {
    service.asked = []
    service.act = answerEmpty
  })
  const call = (
    method: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
    to = path,
  ) => door.call(method, to, { ...school, ...options })

  /** Writes to the gateway as it is, and gives all that comes back until the connection ends. */
  async function raw(...pieces: string[]): Promise<string> {
    const socket = connect(door.gateway.port, '127.0.0.1')
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', () => {})
    for (const piece of pieces) socket.write(piece)
    await once(socket, 'close')
    return text
  }

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

  test('nothing that a service trusts can be forged, and what belongs to the request arrives', async () => {
    const headers = { ...forged, 'idempotency-key': 'k1', 'if-match': '"v1"', 'accept-language': 'pt' }
    const answer = await call('POST', { headers, body: { a: 1 } }, `${path}?x=%20y&z`)
    expect(answer.status).toBe(200)
    const [asked] = service.asked
    expectClean(asked!)
    expect(asked).toMatchObject({ method: 'POST', url: '/v1/orders?x=%20y&z', body: '{"a":1}' })
    expect(asked!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      'if-match': '"v1"',
      'accept-language': 'pt',
    })
    expect(answer.headers['x-request-id']).toBe(asked!.headers['x-request-id'])
  })

  test('not under Expect: 100-continue either, and the body still arrives', async () => {
    const lines = Object.entries(forged).map(([name, value]) => `${name}: ${value}\r\n`)
    const text = await raw(
      `POST ${path} HTTP/1.1\r\nHost: ${school.host}\r\nAuthorization: Bearer ${school.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 7\r\nExpect: 100-continue\r\n${lines.join('')}\r\n`,
      '{"a":1}',
    )
    expect(text).toContain('HTTP/1.1 100 Continue')
    expect(text).toContain('HTTP/1.1 200 OK')
    expectClean(service.asked[0]!)
    expect(service.asked[0]!.headers.expect).toBeUndefined()
    expect(service.asked[0]!.body).toBe('{"a":1}')
  })

  test('another expectation is no error of its own', async () => {
    expect((await call('GET', { headers: { expect: 'the-unexpected' } })).status).toBe(200)
  })

  test('every answer has a fresh request id, and a client’s own is taken only where it is short and printable', async () => {
    const answers = [
      await call('GET'),
      await call('GET', { headers: { 'x-request-id': 'a'.repeat(129) } }),
      await door.call('GET', path, { host: school.host }),
      await door.call('GET', path, { host: 'nobody.example' }),
      await call('GET', {}, '/api/v1/nothing'),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(hex)
    expect(new Set(ids).size).toBe(ids.length)
    expect(service.asked.every(({ headers }) => headers['x-client-request-id'] === undefined)).toBe(true)
  })

  test('what a service answers comes back whole, without what belongs to the connection', async () => {
    service.act = (_, response) => {
      response.writeHead(409, {
        'content-type': 'application/json',
        etag: '"v2"',
        'retry-after': '7',
        'x-powered-by': 'something',
        'x-request-id': 'something',
      })
      response.end('{"error":{}}')
    }
    const answer = await call('POST', { body: {} })
    expect(answer).toMatchObject({
      status: 409,
      headers: { etag: '"v2"', 'retry-after': '7' },
      body: { error: {} },
    })
    expect(answer.headers['x-powered-by']).toBeUndefined()
    expect(answer.headers['x-request-id']).toMatch(hex)
  })

  test.each([0, 10, 70_000, 300_000, 3_000_000])('an answer of %d bytes comes back whole', async size => {
    const text = 'x'.repeat(size)
    service.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size }).end(text)
    }
    const answer = await call('GET')
    expect(answer.body ?? '').toBe(text)
    service.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write(text)
      response.end()
    }
    expect((await call('GET')).body ?? '').toBe(text)
  })

  test('a body of unknown length arrives whole, also of a DELETE and of a GET', async () => {
    for (const method of ['POST', 'DELETE', 'GET']) {
      const sent = `b=${method}`.repeat(1000)
      const headers = { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' }
      expect((await begin(method, headers, request => request.end(sent))).status).toBe(200)
      expect(service.asked.at(-1)).toMatchObject({ method, body: sent })
    }
    expect((await call('GET')).status).toBe(200)
  })

  /** A request whose sending the test steers. */
  function begin(
    method: string,
    headers: Record<string, string>,
    send: (request: ClientRequest) => void,
  ): Promise<{ status: number }> {
    const authorization = `Bearer ${school.key}`
    const request = httpRequest({
      port: door.gateway.port,
      host: '127.0.0.1',
      method,
      path,
      headers: { host: school.host, authorization, ...headers },
    })
    return new Promise((resolve, reject) => {
      request.on('error', reject)
      request.on('response', response => {
        response.on('error', reject)
        response.resume().on('end', () => resolve({ status: response.statusCode! }))
      })
      send(request)
    })
  }

  describe('a service that is away', () => {
    const away = {
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'unavailable', reason: 'unavailable' } },
    }

    test('is told as 503 where it does not listen, and felt no more when it is back', async () => {
      const { port } = new URL(service.url)
      await service.stop()
      for (const method of ['GET', 'POST']) {
        const answer = await call(method, method === 'POST' ? { body: { a: 1 } } : {})
        expect(answer).toMatchObject(away)
        expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
      }
      service = await startTestService(Number(port))
      expect((await call('GET')).status).toBe(200)
    })

    test('is told as 503 where it does not answer in time, and the request to it ends', async () => {
      service.act = () => {}
      expect(await call('GET')).toMatchObject(away)
      expect(await call('POST', { body: { a: 1 } })).toMatchObject(away)
      await eventually('no request to be open', () => service.open() === 0)
    })

    test('is told as 503 where it hangs up; only a read is tried once more before', async () => {
      service.act = request => request.socket.destroy()
      expect(await call('POST', { body: {} })).toMatchObject(away)
      expect(await call('DELETE')).toMatchObject(away)
      expect(service.asked.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
      expect(await call('GET')).toMatchObject(away)
      expect(service.asked).toHaveLength(4)
    })

    test('is not felt by a read where it only closed a kept connection', async () => {
      service.act = (request, response, body) => {
        if (service.asked.length === 1) request.socket.destroy()
        else answerEmpty(request, response, body)
      }
      expect((await call('GET')).status).toBe(200)
    })

    test('that dies within its answer is never taken for one that has answered', async () => {
      for (const size of [1000, 1_000_000]) {
        service.act = (request, response) => {
          response.writeHead(200, { 'content-length': size }).write('x'.repeat(size / 2), () => {
            request.socket.destroy()
          })
        }
        const answer = await call('GET').catch(() => null)
        expect(answer === null || answer.status === 503).toBe(true)
      }
      service.act = answerEmpty
      expect((await call('GET')).status).toBe(200)
    })
  })

  describe('a client that goes away', () => {
    const isOpen = (count: number) => eventually(`${count} open requests`, () => service.open() === count)

    test('while the service works takes its request along', async () => {
      service.act = () => {}
      const requests: ClientRequest[] = []
      const ends = Promise.allSettled(
        ['GET', 'GET', 'POST'].map(method =>
          begin(method, { 'content-type': 'application/json' }, request => {
            requests.push(request)
            request.end(method === 'POST' ? '{}' : undefined)
          }),
        ),
      )
      await isOpen(3)
      for (const request of requests) request.destroy()
      await isOpen(0)
      await ends
      service.act = answerEmpty
      expect((await call('GET')).status).toBe(200)
    })

    test('while it sends leaves nothing behind', async () => {
      const headers = { 'content-length': '1000', 'content-type': 'application/json' }
      const end = begin('POST', headers, request => {
        request.write('{"a":')
        void isOpen(1).then(() => request.destroy())
      })
      await expect(end).rejects.toThrow()
      await isOpen(0)
      expect((await call('GET')).status).toBe(200)
    })

    test('while it is answered leaves nothing behind', async () => {
      service.act = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      }
      for (let count = 0; count < 5; count++) {
        const socket = connect(door.gateway.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${school.host}\r\nAuthorization: Bearer ${school.key}\r\n\r\n`,
        )
        await once(socket, 'data')
        socket.destroy()
      }
      await isOpen(0)
      service.act = answerEmpty
      expect((await call('GET')).status).toBe(200)
    })
  })

  describe('what is no request', () => {
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
      const answer = await raw(text)
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
        error: { code: 'bad_request', reason: 'malformed_request', request_id: null },
      })
    })

    test('a body that breaks off in its framing reaches no service as a whole one', async () => {
      const answer = await raw(
        `POST ${path} HTTP/1.1\r\nHost: ${school.host}\r\nAuthorization: Bearer ${school.key}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n',
      )
      expect(answer).not.toContain('200 OK')
      expect(service.asked).toEqual([])
      expect((await call('GET')).status).toBe(200)
    })

    test('CONNECT and an upgrade open nothing', async () => {
      expect(await raw('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).not.toContain('200')
      const upgraded = await call('GET', { headers: { connection: 'upgrade', upgrade: 'websocket' } })
      expect(upgraded.status).toBe(200)
      expect(service.asked[0]!.headers.upgrade).toBeUndefined()
    })
  })

  test('a gateway that stops finishes what runs and takes nothing more', async () => {
    const services = { ...system.addresses, commerce: service.url }
    const leaving = await startDoor(system, { services })
    const held = Promise.withResolvers<void>()
    service.act = (...given) => void held.promise.then(() => answerEmpty(...given))
    const running = leaving.call('GET', path, school)
    await eventually('the request to arrive', () => service.asked.length === 1)
    const stopped = leaving.stop()
    await eventually('the door to be closed', () =>
      leaving.call('GET', path, school).then(
        () => false,
        () => true,
      ),
    )
    held.resolve()
    expect((await running).status).toBe(200)
    await stopped
  })

  test('documents are served to everyone at a school’s own address', async () => {
    const documents = { '/openapi.json': { type: 'application/json', body: '{"openapi":"3.1.0"}' } }
    const other = await startDoor(system, { documents })
    const get = (at: string, host = school.host) => other.call('GET', at, { host })
    expect(await get('/openapi.json')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
    expect((await get('/openapi.json', 'nobody.example')).status).toBe(404)
    expect((await get('/docs')).status).toBe(404)
    expect((await get('/healthz', 'nobody.example')).status).toBe(200)
    await other.stop()
  })
})
