// Connecting to a NATS that is unavailable, too old, or refuses; publishing without an answer.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { jest } from '@jest/globals'
import { findNatsServer, freePorts, type LocalNats, startNats } from '@lms/local'
import { eventually, scratchFolder } from '@lms/testing'
import type { JetStreamManager } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/transport-node'
import { type Bus, type BusOptions, connectBus, ensureStreams, isOlder } from './connection.ts'
import { Publisher } from './publisher.ts'
import { authorizationOf, passwordVariable } from './rights.ts'
import { eventSubject } from './subjects.ts'

const folder = scratchFolder()
const users = [{ name: 'users', use: { publishes: [], consumes: [], reads: [], listens: [] } }]
const passwords = { [passwordVariable('users')]: 'right' }
let port: number
let nats: LocalNats | null = null
let bus: Bus | null = null
const start = async (storeDir: string, options = {}) => {
  nats = await startNats({ storeDir: join(folder.path, storeDir), port, ...options })
}
const optionsOf = (changes: Partial<BusOptions> = {}): BusOptions => ({
  url: `nats://127.0.0.1:${port}`,
  credential: { user: 'users', password: 'right' },
  ...changes,
})

beforeEach(async () => {
  port = (await freePorts(1))[0]!
})
afterEach(async () => {
  await bus?.close()
  await nats?.stop()
  nats = bus = null
})
afterAll(() => folder.remove())

test.each([
  ['2.9.10', false],
  ['2.9.9', true],
  ['2.9.9-beta', true],
  ['2.10.0', false],
  ['2.8.99', true],
  ['3.0.0', false],
  ['1.99.99', true],
  ['2.9', true],
])('a server of version %s is too old: %s', (version, expected) => {
  expect(isOlder(version)).toBe(expected)
})

test('without waiting, a missing server is an error at once', async () => {
  const reported: Error[] = []
  const onUnavailable = (error: Error) => void reported.push(error)
  await expect(connectBus(optionsOf({ wait: false, onUnavailable }))).rejects.toThrow(/REFUSED|refused/)
  expect(reported).toEqual([])
})

test('with waiting, a missing server is reported once, and the connection follows when it comes', async () => {
  const reported: Error[] = []
  let retried = () => {}
  const some = new Promise<void>(resolve => {
    retried = resolve
  })
  const random = jest.spyOn(Math, 'random').mockImplementation(() => {
    if (random.mock.calls.length > 2) retried()
    return 0.5
  })
  const connecting = connectBus(optionsOf({ onUnavailable: error => void reported.push(error) }))
  await some
  random.mockRestore()
  await start('late')
  bus = await connecting
  expect(reported).toHaveLength(1)
  await expect(bus.manager.streams.info('EVENTS')).resolves.toMatchObject({
    config: { subjects: ['events.>'] },
  })
})

test('a server that is too busy to read the credential in time is asked again', async () => {
  await start('busy')
  const [front] = await freePorts(1)
  let refused = 0
  const server = createServer(socket => {
    socket.on('error', () => {})
    if (refused++ === 0) {
      socket.write(
        'INFO {"server_id":"busy","version":"2.12.0","auth_required":true,"max_payload":1048576}\r\n',
      )
      return void socket.end("-ERR 'Authentication Timeout'\r\n")
    }
    socket
      .pipe(connect(port, '127.0.0.1'))
      .on('error', () => {})
      .pipe(socket)
  }).listen(front, '127.0.0.1')
  try {
    const reported: Error[] = []
    bus = await connectBus(
      optionsOf({ url: `nats://127.0.0.1:${front}`, onUnavailable: error => void reported.push(error) }),
    )
    expect(reported.map(({ message }) => message)).toEqual([expect.stringMatching(/authentication timeout/i)])
  } finally {
    await bus?.close()
    server.close()
  }
})

test('the streams keep messages on disk for a week, recognize twins for less than a minute, and refuse what is too much', async () => {
  await start('streams')
  bus = await connectBus(optionsOf())
  const second = 1_000_000_000
  for (const name of ['EVENTS', 'INTERNAL'])
    expect((await bus.manager.streams.info(name)).config).toMatchObject({
      storage: 'file',
      retention: 'limits',
      discard: 'new',
      duplicate_window: 45 * second,
      max_age: 7 * 24 * 3600 * second,
      max_msg_size: 1024 * 1024,
      num_replicas: 1,
    })
})

test('a stream that another process adds at the same time is there; another failure to add it is one', async () => {
  const managerOf = (refusal: Error) => {
    const streams = {
      info: () => Promise.reject(new Error('stream not found')),
      add: () => Promise.reject(refusal),
    }
    return { streams } as unknown as JetStreamManager
  }
  await ensureStreams(managerOf(new Error('stream name already in use with a different configuration')), 1)
  const other = new Error('insufficient resources')
  await expect(ensureStreams(managerOf(other), 1)).rejects.toBe(other)
})

test('a client stays while a server refuses its password, and goes on when it does not any more', async () => {
  const serverOf = (password: string) => ({
    users: { authorization: authorizationOf(users), passwords: { [passwordVariable('users')]: password } },
  })
  await start('passwords', serverOf('right'))
  bus = await connectBus(optionsOf())
  await nats!.stop()
  await start('passwords', serverOf('another'))
  let refused = 0
  for await (const { type } of bus.nats.status()) if (type === 'error' && ++refused === 3) break
  await nats!.stop()
  await start('passwords', serverOf('right'))
  await eventually('the connection', () => bus!.nats.rtt())
})

test('with waiting, a cluster whose servers have no leader yet is waited for, and reported once', async () => {
  const [first, second, ...routes] = (await freePorts(4)) as [number, number, ...number[]]
  const { path } = await findNatsServer()
  const servers: ChildProcess[] = []
  const startMember = (index: number, port: number) => {
    const config = join(folder.path, `member-${index}.conf`)
    const others = routes.map(route => `"nats://127.0.0.1:${route}"`).join(', ')
    writeFileSync(
      config,
      `listen: "127.0.0.1:${port}"
server_name: member-${index}
jetstream { store_dir: "${join(folder.path, `member-${index}`)}" }
cluster { name: two, listen: "127.0.0.1:${routes[index]}", routes: [${others}] }`,
    )
    servers.push(spawn(path, ['-c', config], { stdio: 'ignore' }))
  }
  try {
    startMember(0, first)
    const reported: Error[] = []
    const url = `nats://127.0.0.1:${first}`
    const connecting = connectBus(
      optionsOf({ url, replicas: 2, onUnavailable: error => void reported.push(error) }),
    )
    connecting.catch(() => {})
    await eventually('the report', () => reported.length === 1, 60_000)
    startMember(1, second)
    bus = await connecting
    const { config } = await bus.manager.streams.info('EVENTS')
    expect(config.num_replicas).toBe(2)
    expect(reported).toHaveLength(1)
  } finally {
    await bus?.close()
    bus = null
    for (const server of servers) server.kill('SIGKILL')
  }
})

test('a wrong password is refused with the name of the user, and not tried again', async () => {
  await start('users', { users: { authorization: authorizationOf(users), passwords } })
  const wrong = optionsOf({ credential: { user: 'users', password: 'wrong' } })
  const refused = connectBus(wrong)
  await expect(refused).rejects.toThrow(/refuses the credential of users/)
  await expect(refused).rejects.toHaveProperty('cause.name', 'AuthorizationError')
})

test('a closed bus has sent all published messages, and accepts no more', async () => {
  await start('closed')
  const closed = await connectBus(optionsOf())
  bus = await connectBus(optionsOf())
  const publisher = new Publisher(closed)
  const message = (id: string) => ({
    id,
    subject: eventSubject('sch_1', 'order.paid'),
    payload: '{}',
    requestId: 'r',
  })
  const sending = publisher.publish([message('evt_1')], 100)
  await closed.close()
  await sending
  expect((await bus.manager.streams.info('EVENTS')).state.messages).toBe(1)
  await expect(publisher.publish([message('evt_2')])).rejects.toThrow(/closed/i)
})

describe('answers that are not from a stream', () => {
  const message = (id: string, subject: string) => ({ id, subject, payload: '{}', requestId: 'r' })

  test('a message without acknowledgement in time counts as refused, and a late acknowledgement does no harm', async () => {
    await start('late-answer')
    bus = await connectBus(optionsOf())
    const publisher = new Publisher(bus)
    const requests: Msg[] = []
    bus.nats.subscribe('elsewhere', { callback: (_, one) => void requests.push(one) })
    expect(await publisher.publish([message('evt_1', 'elsewhere')], 50)).toEqual(['refused'])
    requests[0]!.respond('{"seq":1}')
    await bus.nats.flush()
    const event = message('evt_2', eventSubject('sch_1', 'order.paid'))
    expect(await publisher.publish([event])).toEqual(['stored'])
    publisher.close()
  })

  test.each(['no JSON', '', '{"seq":"1"}', '{"seq":1,"error":{}}'])(
    '%j acknowledges nothing',
    async answer => {
      await start('other-answer')
      bus = await connectBus(optionsOf())
      const publisher = new Publisher(bus)
      bus.nats.subscribe('elsewhere', { callback: (_, one) => void one.respond(answer) })
      expect(await publisher.publish([message('evt_1', 'elsewhere')], 60_000)).toEqual(['refused'])
      publisher.close()
    },
  )
})
