// Hostile connections: ambiguous framing, slow, interrupted and endless requests.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import {
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
  wideLimits,
} from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { framings, noRequests } from './framings.ts'
import { type Complaints, listen } from './logs.ts'
import { type Heard, type Speech, speak } from './sockets.ts'
import type { Answer } from './wire.ts'

const hex = /^[0-9a-f]{32}$/
const deadlines = { headMs: 1000, requestMs: 2000 }

describe('hostile connections', () => {
  let system: TestSystem
  /** With the default deadlines. */
  let patient: TestGateway
  /** With short deadlines. */
  let gateway: TestGateway
  let school: GatewaySchool
  let complaints: Complaints
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    patient = await startTestGateway(system)
    gateway = await startTestGateway(system, { deadlines })
    school = await newSchool(gateway)
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits: wideLimits })
    complaints = listen([
      patient.running.log,
      gateway.running.log,
      ...Object.values(system.services).map(({ runtime }) => runtime.log),
    ])
  }, 300_000)
  afterAll(async () => {
    await gateway?.stop()
    await patient?.stop()
    await system?.stop()
  })
  afterEach(async () => {
    expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
    for (const address of Object.values(system.addresses))
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
    complaints.expectNone()
  })

  const say = (speech: Speech): Promise<Heard> => speak(gateway.running.port, speech)
  /** What is right and answered in full is said where a busy machine may take its time. */
  const ask = (speech: Speech & { enough: number }) => speak(patient.running.port, speech)
  const honest = (): string[] => [
    `Host: ${school.host}`,
    `Authorization: Bearer ${school.key}`,
    'Content-Type: application/json',
  ]
  const request = (method: string, path: string, body = '', more: string[] = []) => {
    const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
    return `${[`${method} ${path} HTTP/1.1`, ...honest(), ...more, ...length].join('\r\n')}\r\n\r\n${body}`
  }
  const head = (...more: string[]) =>
    `${['POST /api/v1/users HTTP/1.1', ...honest(), ...more].join('\r\n')}\r\n\r\n`
  const isThere = async (email: string) =>
    (await gateway.call('GET', `/api/v1/users/by-email/${email}`, school)).status === 200
  let emailCount = 0
  const newEmail = () => `hidden-${++emailCount}@school.example`

  function expectError({ status, headers, body }: Answer, statuses: number[]) {
    expect(statuses).toContain(status)
    const id = headers['x-request-id']
    expect(id).toMatch(hex)
    expect(JSON.parse(body.toString())).toEqual({
      error: {
        code: expect.any(String),
        reason: expect.any(String),
        message: expect.any(String),
        details: expect.any(Array),
        request_id: id,
      },
    })
  }

  test.each(framings)('$name: no request is hidden in another', async ({ bytes }) => {
    const email = newEmail()
    const hidden = request('POST', '/api/v1/users', JSON.stringify({ email }))
    const { answers, closed } = await say({ pieces: [bytes(honest(), hidden)] })
    expect(closed).toBe(true)
    expect(answers.length).toBeLessThanOrEqual(1)
    for (const answer of answers) expectError(answer, [400])
    expect(await isThere(email)).toBe(false)
  })

  test.each(Object.entries(noRequests))('%s is refused, and the connection closed', async (_, text) => {
    const { answers, closed } = await say({ pieces: [text] })
    expect(closed).toBe(true)
    expect(answers.length).toBeLessThanOrEqual(1)
    for (const answer of answers) expectError(answer, [400])
  })

  test('requests in one piece get their own answers, in order', async () => {
    const newEmails = Array.from({ length: 20 }, () => newEmail())
    const create = newEmails.map(email => request('POST', '/api/v1/users', JSON.stringify({ email })))
    const read = newEmails.map(email => request('GET', `/api/v1/users/by-email/${email}`))
    const creation = await ask({ pieces: [create.join('')], enough: 20 })
    const lookup = await ask({ pieces: [read.join(''), request('GET', '/api/v1/nowhere')], enough: 21 })
    const answers = [...creation.answers, ...lookup.answers]
    const statuses = [...newEmails.map(() => 201), ...newEmails.map(() => 200), 404]
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const emails = answers.slice(0, 40).map(({ body }) => JSON.parse(body.toString()).email)
    expect(emails).toEqual([...newEmails, ...newEmails])
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(41)
  })

  test('a client that has closed its sending side gets the answer or nothing', async () => {
    const { answers, closed } = await say({ pieces: [request('GET', '/api/v1/me')], thenEnd: true })
    expect(closed).toBe(true)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test.each([
    ['ends', { thenEnd: true }],
    ['resets', { thenReset: true }],
  ])('a body that breaks off because the client %s has no effect', async (_, how) => {
    const email = newEmail()
    const body = JSON.stringify({ email })
    const cut = Array.from({ length: 20 }, (__, index) => {
      const framed = index % 2 ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length + 1}`
      const sent = index % 2 ? `${body.length.toString(16)}\r\n${body}\r\n` : body
      return say({ pieces: [head(framed), sent], ...how })
    })
    for (const { answers } of await Promise.all(cut))
      expect(answers.filter(({ status }) => status < 400)).toEqual([])
    expect(await isThere(email)).toBe(false)
  })

  test('a slow, stopped, or endless request is cut off at the deadline, and affects no one else', async () => {
    const chunked = head('Transfer-Encoding: chunked')
    const drops: Record<string, () => Iterable<string | Buffer>> = {
      nothing: () => [],
      'a head': () => drip(`GET /api/v1/me HTTP/1.1\r\nx: ${'y'.repeat(2000)}`),
      'a head that stops': () => ['GET /api/v1/me HT'],
      'a body': () => [head('Content-Length: 2000'), ...drip(`{"email":"${'y'.repeat(1900)}`)],
      'a body that stops': () => [head('Content-Length: 2000'), '{"ema'],
      'a body of endless length': () => [head('Content-Length: 9007199254740991'), '{"a":1}'],
      chunks: () => [chunked, ...drip('1\r\n1\r\n'.repeat(400))],
      'chunks without end': () => endless(chunked, Buffer.from(`8000\r\n${'x'.repeat(0x8000)}\r\n`)),
      'the size of a chunk': () => [chunked, ...drip('0'.repeat(2000))],
      'extensions of a chunk': () => [chunked, '1;', ...drip('a'.repeat(2000))],
      trailers: () => [chunked, '0\r\n', ...drip('x: y\r\n'.repeat(400))],
    }
    let over = false
    const slow = Object.entries(drops).flatMap(([name, pieces]) =>
      Array.from({ length: 10 }, async () => ({ name, ...(await say({ pieces: pieces(), everyMs: 25 })) })),
    )
    const heard = Promise.all(slow).finally(() => {
      over = true
    })
    let served = 0
    for (; !over; served++) expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
    expect(served).toBeGreaterThan(5)
    expect((await heard).filter(({ closed }) => !closed).map(({ name }) => name)).toEqual([])
    for (const { answers } of await heard) for (const answer of answers) expectError(answer, [400, 429, 503])
  }, 300_000)

  test.each([
    ['a length', (body: string) => [head(`Content-Length: ${body.length}`), body]],
    [
      'chunks',
      (body: string) => [
        head('Transfer-Encoding: chunked'),
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ],
    ],
  ])('a body over 1 MiB with %s is refused, and the client gets the answer', async (_, pieces) => {
    const { answers } = await ask({ pieces: pieces(`{"a":"${'x'.repeat(3 * 1024 * 1024)}"}`), enough: 1 })
    expect(answers).toHaveLength(1)
    expectError(answers[0]!, [400])
  })

  test.each([
    ['a length', 'GET', (body: string) => [[`Content-Length: ${body.length}`], body] as const],
    [
      'chunks',
      'GET',
      (body: string) =>
        [['Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`] as const,
    ],
    [
      'a length, of no operation',
      'PUT',
      (body: string) => [[`Content-Length: ${body.length}`], body] as const,
    ],
  ])('an unread body with %s does not delay the next request', async (_, method, framed) => {
    const [framing, body] = framed('x'.repeat(1024 * 1024))
    const unread = request(method, '/api/v1/users/nobody', '', [...framing]) + body
    for (let time = 0; time < 5; time++) {
      const { answers } = await ask({ pieces: [unread, request('GET', '/api/v1/me')], enough: 2 })
      expect(answers.map(({ status }) => status)).toEqual([404, 200])
    }
  })

  test('a client that expects 100 Continue gets it, and then the answer; other expectations are ignored', async () => {
    const email = newEmail()
    const body = JSON.stringify({ email })
    const expecting = request('POST', '/api/v1/users', body, ['Expect: 100-continue'])
    expect((await ask({ pieces: [expecting], enough: 1 })).answers[0]!.status).toBe(201)
    const other = request('GET', '/api/v1/me', '', ['Expect: the-unexpected'])
    expect((await ask({ pieces: [other], enough: 1 })).answers[0]!.status).toBe(200)
  })

  test('many silent connections take nobody’s place', async () => {
    const silent = Array.from({ length: 300 }, () => say({ pieces: [], withinMs: 20_000 }))
    expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
    expect((await Promise.all(silent)).filter(({ closed }) => !closed)).toEqual([])
  })

  test('a client that requests and never reads takes nobody’s place', async () => {
    const requests = request('GET', '/api/v1/users?limit=1000').repeat(100)
    const deaf = say({ pieces: [requests], enough: 100 })
    for (let asking = 0; asking < 10; asking++)
      expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
    await deaf
  })

  test('a request with any of its bytes changed is answered properly, or not at all', async () => {
    const original = request('POST', '/api/v1/users', '{"email":"fuzz@school.example","first_name":"Ann"}')
    const change = fc.record({
      at: fc.nat(original.length - 1),
      remove: fc.nat(20),
      put: fc.oneof(
        fc.string({ unit: 'binary-ascii', maxLength: 5 }),
        fc.constantFrom('\r\n', '\r\n\r\n', '\n', '\u0000', '\u00ff', ':', ' ', 'chunked', '0\r\n\r\n'),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async changes => {
        const text = changes.reduce(
          (all, { at, remove, put }) => all.slice(0, at) + put + all.slice(at + remove),
          original,
        )
        const { answers } = await say({ pieces: [text], thenEnd: true })
        for (const answer of answers)
          if (answer.status >= 400) expectError(answer, [400, 401, 403, 404, 409, 422])
          else expect([200, 201]).toContain(answer.status)
      }),
      { numRuns: 400 },
    )
  }, 300_000)
})

/** Byte by byte. */
const drip = (text: string) => [...text]

function* endless(first: string, piece: Buffer) {
  yield first
  for (;;) yield piece
}
