// Simultaneous requests are bounded, and a slow client affects nobody else.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { type GatewayAnswer, type GatewaySchool, newSchool } from '@lms/testing/gateway'
import { type Front, path, startFront } from './http/test-front.ts'
import { answerEmpty } from './http/test-service.ts'

const head = ({ host, key }: { host: string; key: string }, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`, ...more].join('\r\n')

const mebibyte = 1024 * 1024

/** Rates are not the subject of these tests. */
async function liftLimits({ gateway, school, call }: Front) {
  const most = 1_000_000
  const limits = { key_rate: most, key_burst: most, school_rate: most, school_burst: most }
  await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits })
  await eventually('the limits to count', async () =>
    (await call('GET')).headers['ratelimit-policy']?.includes(`q=${most}`),
  )
}

describe('bodies that do not arrive', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront({ trustedProxies: ['127.0.0.1'] })
  })
  afterAll(() => front.stop())

  test('occupy no place: 1,020 of a publishable key are open, and every school is served', async () => {
    const { gateway, school } = front
    const other = await newSchool(gateway)
    const body = { name: 'site', kind: 'publishable', role: 'student' }
    const visitor = await gateway.call('POST', '/api/v1/api-keys', { ...school, body })
    expect(visitor.status).toBe(201)
    await liftLimits(front)
    const slow = head({ host: school.host, key: visitor.body.api_key }, 'Content-Length: 20000')
    const sockets: Socket[] = []
    for (let count = 0; count < 1020; count++) {
      const socket = connect(gateway.running.port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(`${slow}\r\nContent-Type: application/json\r\n\r\n{"a":`)
      sockets.push(socket)
    }
    // One more of the same caller is answered when all before it have been read.
    await eventually('the visitors to be in', async () => (await front.call('GET')).status === 200)
    for (const each of [other, school])
      expect((await gateway.call('POST', path, { ...each, body: { a: 1 } })).status).toBe(200)
    expect(front.service.open()).toBe(0)
    for (const socket of sockets) socket.destroy()
  })
})

describe('simultaneous requests', () => {
  let front: Front
  let other: GatewaySchool
  let second: string
  beforeAll(async () => {
    front = await startFront({
      bounds: {
        places: { all: 12, each: 4 },
        streams: { all: 4, each: 1 },
        callbacks: { all: 8, each: 2 },
        bytes: { all: 4 * mebibyte, each: mebibyte + 100_000 },
      },
    })
    other = await newSchool(front.gateway)
    second = await newKey(front.school)
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  const newKey = async (school: GatewaySchool) => {
    const body = { name: 'second', kind: 'integration', role: 'owner', scope: ['*'] }
    const { status, body: created } = await front.gateway.call('POST', '/api/v1/api-keys', {
      ...school,
      body,
    })
    expect(status).toBe(201)
    return created.api_key as string
  }
  /** The service delays its answers until it is released. */
  const holdAnswers = () => {
    const gate = Promise.withResolvers<void>()
    front.service.act = (...parameters) => void gate.promise.then(() => answerEmpty(...parameters))
    return gate.resolve
  }
  const ask = (school: GatewaySchool, count: number) =>
    Array.from({ length: count }, () => front.gateway.call('GET', path, school))
  const isOpen = (count: number) => eventually(`${count} open requests`, () => front.service.open() === count)
  const statuses = async (calls: Promise<GatewayAnswer>[]) =>
    (await Promise.all(calls)).map(({ status }) => status)

  test('of one caller have a maximum; beyond it the answer is 429, and another caller is served', async () => {
    const go = holdAnswers()
    const calls = ask(front.school, 4)
    await isOpen(4)
    const [refused] = await Promise.all(ask(front.school, 1))
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { reason: 'rate_limited' } },
    })
    const another = ask({ ...front.school, key: second }, 1)
    await isOpen(5)
    go()
    expect(await statuses([...calls, ...another])).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(ask(front.school, 4))).toEqual([200, 200, 200, 200])
  })

  test('of one school leave as much for others; beyond it the answer is 503', async () => {
    const go = holdAnswers()
    const calls = [...ask(front.school, 4), ...ask({ ...front.school, key: second }, 2)]
    await isOpen(6)
    const [refused] = await Promise.all(ask({ ...front.school, key: second }, 1))
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    const theirs = ask(other, 3)
    await isOpen(9)
    go()
    expect(await statuses([...calls, ...theirs])).toEqual(Array(9).fill(200))
  })

  /** Sends the beginning of a request and keeps the connection. */
  const open = async (text: string | Buffer) => {
    const socket = connect(front.gateway.running.port, '127.0.0.1')
    socket.on('error', () => {})
    let heard = ''
    socket.on('data', chunk => {
      heard += chunk
    })
    socket.write(text)
    await once(socket, 'connect')
    return { socket, heard: () => heard }
  }
  const json = 'Content-Type: application/json'

  test('whose clients have left before their keys were found take no place', async () => {
    for (let count = 0; count < 12; count++) {
      const key = await newKey(front.school)
      const asking = head({ host: front.school.host, key }).replace('POST', 'GET')
      const { socket } = await open(`${asking}\r\n\r\n`)
      socket.destroy()
    }
    await eventually('the places to be free', async () =>
      (await statuses(ask(front.school, 4))).every(status => status === 200),
    )
  })

  test('takes no more bytes of one caller than its maximum; returned bytes can be used again', async () => {
    const half = `${head(front.school, json, `Content-Length: ${mebibyte}`)}\r\n\r\n${'x'.repeat(700_000)}`
    const [first, more] = [await open(half), await open(half)]
    const refused = await eventually('a refusal', () => first.heard() || more.heard() || null)
    expect(refused).toMatch(/^HTTP\/1.1 429 (?:.|\s)*"rate_limited"/)
    const text = JSON.stringify('x'.repeat(900_000))
    expect((await front.gateway.call('POST', path, { ...other, body: text })).status).toBe(200)
    for (const { socket } of [first, more]) socket.destroy()
    await eventually('its bytes to be free', async () => {
      const answer = await front.call('POST', { body: text })
      return answer.status === 200
    })
  })

  test('callbacks have places of their own, also those that come by GET', async () => {
    const go = holdAnswers()
    const tell = (method: string, to = '/hooks/video/wbs.token?meetingID=wbs') =>
      front.gateway.call(method, to, { host: front.school.host, ...(method === 'POST' && { body: {} }) })
    const first = [tell('GET'), tell('GET')]
    await isOpen(2)
    for (const method of ['GET', 'POST']) expect((await tell(method)).status).toBe(429)
    expect((await tell('POST', `/hooks/payments/${newId('pvd')}`)).status).toBe(429)
    go()
    for (const { status } of await Promise.all(first)) expect(status).toBe(200)
    expect((await tell('GET')).status).toBe(200)
  })

  test('counts the cost of pieces, and not only their bytes', async () => {
    const pieces = Buffer.from('1\r\nx\r\n'.repeat(20_000))
    const { socket, heard } = await open(`${head(front.school, json, 'Transfer-Encoding: chunked')}\r\n\r\n`)
    socket.write(pieces)
    expect(await eventually('a refusal', () => heard() || null)).toMatch(/^HTTP\/1.1 429 /)
    socket.destroy()
  })

  test.each([
    ['Content-Length: 3000000', 'x'.repeat(1000)],
    ['Transfer-Encoding: chunked', `200000\r\n${'x'.repeat(0x200000)}\r\n`],
  ])('have few places for large bodies (%s)', async (framing, partialBody) => {
    const text = `${head(front.school, json, framing)}\r\n\r\n${partialBody}`
    const first = await open(text)
    await isOpen(1)
    const more = await open(text)
    expect(await eventually('a refusal', () => more.heard() || null)).toMatch(/^HTTP\/1.1 429 /)
    expect((await front.call('POST', { body: { a: 1 } })).status).toBe(200)
    for (const { socket } of [first, more]) socket.destroy()
    await isOpen(0)
  })
})

describe('a slow client', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront({
      bounds: {
        pace: { graceMs: 150, bytesPerSecond: 10_000 },
        connections: { all: 1000, each: 150 },
        places: { all: 400, each: 100 },
        bytes: { all: 128 * mebibyte, each: 64 * mebibyte },
      },
    })
    await liftLimits(front)
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  test.each(['POST', 'GET'])('with the body of a %s is cut off before it reaches a service', async method => {
    const text = head(front.school, 'Content-Length: 20000', 'Content-Type: application/json')
    expect(await front.raw(`${text.replace('POST', method)}\r\n\r\n{"a":`)).toBe('')
    expect(front.service.requests).toEqual([])
  })

  test('that reads its answers slowly occupies no service', async () => {
    const answer = Buffer.alloc(250 * 1024)
    front.service.act = (_, response) =>
      response.writeHead(200, { 'content-length': answer.length }).end(answer)
    const reader = connect(front.gateway.running.port, '127.0.0.1').pause()
    // More than the buffers of both ends of the connection take.
    reader.write(`${head(front.school).replace('POST', 'GET')}\r\n\r\n`.repeat(100))
    const answered = () => front.service.requests.length >= 100 && front.service.open() === 0
    await eventually('all to be answered', answered)
    const gate = Promise.withResolvers<void>()
    front.service.act = (...parameters) => void gate.promise.then(() => answerEmpty(...parameters))
    // Fewer than there are places: the last answers may not have reached the gateway, and most of them wait for the reader.
    const calls = Array.from({ length: 50 }, () => front.call('GET'))
    await eventually('50 open requests', () => front.service.open() === 50)
    gate.resolve()
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true)
    reader.destroy()
  })

  test('others are served: an address has a maximum of connections, even of silent ones', async () => {
    const silent = Array.from({ length: 300 }, () => connect(front.gateway.running.port, '127.0.0.1'))
    for (const socket of silent) socket.on('error', () => {})
    const stillOpen = () => silent.filter(({ closed }) => !closed).length
    await eventually('those beyond the bound to be closed', () => stillOpen() <= 150)
    expect(stillOpen()).toBeGreaterThan(0)
    for (const socket of silent) socket.destroy()
    await eventually(
      'a new connection to be taken',
      async () => (await front.call('GET').catch(() => null))?.status === 200,
    )
  })
})
