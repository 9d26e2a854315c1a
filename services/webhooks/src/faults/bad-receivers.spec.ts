// Receivers of every bad kind beside a healthy one, through the whole way of delivery.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

/** The behaviour at a request; everything it opens ends with the test. */
type Behaviour = (socket: Socket) => void

const head = (status: string, ...lines: string[]) => `HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`
const trickle = (socket: Socket, byte: string) => {
  const timer = setInterval(() => socket.write(byte), 250)
  socket.once('close', () => clearInterval(timer))
}
const flood = (socket: Socket) => {
  const chunk = Buffer.alloc(65_536, 'x')
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}
const answer = (status: string, ...lines: string[]): Behaviour => {
  return socket => void socket.end(head(status, ...lines, 'Content-Length: 0', 'Connection: close'))
}
const metadata = 'Location: http://169.254.169.254/latest/meta-data/'

type Row = [
  name: string,
  behaviour: Behaviour,
  expected: { status: string; code: number | null; error: string | null },
]
const failed = (error: string, code: number | null = null) => ({ status: 'waiting_retry', code, error })
const arrived = { status: 'delivered', code: 200, error: null }
const kinds: Row[] = [
  ['accepts and never answers', () => {}, failed('timeout_headers')],
  ['trickles its headers', socket => trickle(socket, 'H'), failed('protocol')],
  [
    'trickles endless headers',
    socket => {
      socket.write('HTTP/1.1 200 OK\r\nX-A: ')
      trickle(socket, 'a')
    },
    failed('timeout_headers'),
  ],
  [
    'trickles its body',
    socket => {
      socket.write(head('200 OK', 'Content-Length: 1000000'))
      trickle(socket, 'b')
    },
    arrived,
  ],
  [
    'sends a body of a gigabyte',
    socket => {
      socket.write(head('200 OK', 'Content-Length: 1073741824'))
      flood(socket)
    },
    arrived,
  ],
  [
    'closes in the middle of the body',
    socket => void socket.end(`${head('200 OK', 'Content-Length: 1000')}half`),
    arrived,
  ],
  ['closes without an answer', socket => void socket.end(), failed('closed')],
  ['redirects to metadata', answer('302 Found', metadata), failed('http_status', 302)],
  ['redirects for ever', answer('307 Temporary Redirect', metadata), failed('http_status', 307)],
  ['answers 304', answer('304 Not Modified'), failed('http_status', 304)],
  ['answers 410', answer('410 Gone'), failed('http_status', 410)],
  ['answers 500', answer('500 Internal Server Error'), failed('http_status', 500)],
]

describe('bad receivers', () => {
  let system: TestSystem
  let facts: Facts
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(async () => {
    for (const end of ends) await end()
    await system.stop()
  })

  async function badReceiver(behaviour: Behaviour) {
    let requests = 0
    const open = new Set<Socket>()
    const server = createServer(socket => {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => {})
      socket.once('data', () => {
        requests++
        behaviour(socket)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return { url, requests: () => requests, open: () => open.size }
  }

  test('each attempt is logged once with its diagnosis, and the healthy receiver waits for none of them', async () => {
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    const healthy = await startReceiver()
    ends.push(healthy.close)
    const bad = await Promise.all(
      kinds.map(async ([name, behaviour, expected]) => {
        const receiver = await badReceiver(behaviour)
        const { id } = await webhooks.create({ body: { url: receiver.url, events: ['order.paid'] } })
        return { name, expected, id, ...receiver }
      }),
    )
    const good = await webhooks.create({ body: { url: healthy.url, events: ['*'] } })
    await emit(system, caller.school, [{}])
    await eventually('every request', () => bad.every(({ requests }) => requests() === 1))
    await emit(system, caller.school, Array(50).fill({ type: 'order.created' }))
    await eventually('the healthy ones', () => healthy.received.length === 51)
    // All of them arrived while the hung ones were still on their way.
    const list = (webhook_id: string) =>
      deliveries.list({ query: { webhook_id, expand: 'attempts' } }).then(({ data }) => data as any[])
    expect(await list(bad[0]!.id)).toMatchObject([{ status: 'pending', attempts: [] }])
    await eventually('the log', async () => (await facts.attempts(caller.school)) === 51 + bad.length)

    const seen = await Promise.all(
      bad.map(async ({ name, id, requests }) => {
        const [{ status, attempts }] = await list(id)
        const [{ response_code: code, error }] = attempts
        return { name, status, code, error, requests: requests(), attempts: attempts.length }
      }),
    )
    expect(seen).toEqual(bad.map(({ name, expected }) => ({ name, ...expected, requests: 1, attempts: 1 })))
    const bodies = await Promise.all(bad.map(async ({ id }) => (await list(id))[0].attempts[0].response_body))
    expect(Math.max(...bodies.map(body => body?.length ?? 0))).toBe(4096)
    expect((await list(good.id)).every(({ status }) => status === 'delivered')).toBe(true)
    await eventually('the connections to end', () => bad.every(({ open }) => open() === 0))
  })

  test('a receiver that fails now and then gets every event in the end', async () => {
    const caller = system.caller()
    let requests = 0
    const receiver = await startReceiver((_, response) => {
      requests++
      response.writeHead([200, 500, 200, 304, 200, 410][requests % 6]!).end()
    })
    ends.push(receiver.close)
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const emitted = await emit(system, caller.school, Array(24).fill({}))
    const settled = async () => {
      const { pending = 0, ...statuses } = await facts.statuses(caller.school)
      return pending === 0 && statuses
    }
    const first = await eventually('the first attempts', settled)
    expect(first.waiting_retry).toBeGreaterThan(0)
    receiver.answer = (_, response) => void response.end()
    // The wait is over: due now, in the queue and on the channel.
    await facts.rows(`update webhooks.due set at = now() - interval '1 second' where school_id = $1`, [
      caller.school,
    ])
    await facts.rows(
      `update webhooks.channels set wake_at = now() - interval '1 second' where school_id = $1`,
      [caller.school],
    )
    await eventually('all', async () => (await facts.statuses(caller.school)).delivered === 24)
    expect(await facts.attempts(caller.school)).toBe(receiver.received.length)
    expect(new Set(receiver.received.map(({ envelope }) => envelope.id))).toEqual(
      new Set(emitted.map(({ id }) => id)),
    )
  })
})
