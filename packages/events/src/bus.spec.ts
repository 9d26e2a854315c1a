// The bus on a real NATS server.
import { join } from 'node:path'
import { type LocalNats, startNats } from '@lms/local'
import { eventually, scratchFolder } from '@lms/testing'
import type { JsMsg } from '@nats-io/jetstream'
import { type Bus, connectBus } from './connection.ts'
import { type ConsumerSpec, consumeBatches, consumeEach, type Running } from './consumer.ts'
import { type Message, Publisher } from './publisher.ts'
import { eventSubject, eventsOfType } from './subjects.ts'

let nats: LocalNats
let bus: Bus
let publisher: Publisher
const folder = scratchFolder()
const running: Running[] = []

beforeAll(async () => {
  nats = await startNats({ storeDir: join(folder.path, 'nats') })
  bus = await connectBus({ url: nats.url, credential: { user: 'test', password: '' } })
  publisher = new Publisher(bus)
}, 60_000)
afterEach(async () => {
  await Promise.all(running.splice(0).map(one => one.stop()))
  await bus.manager.streams.purge('EVENTS')
})
afterAll(async () => {
  publisher.close()
  await bus.close()
  await nats.stop()
  folder.remove()
})

let made = 0
const message = (changes: Partial<Message> = {}): Message => ({
  id: `evt_${++made}`,
  subject: eventSubject('sch_1', 'order.paid'),
  payload: '{}',
  requestId: 'a'.repeat(32),
  ...changes,
})
const messages = (count: number) => Array.from({ length: count }, () => message())
const stored = async () => (await bus.manager.streams.info('EVENTS')).state.messages
const specOf = (changes: Partial<ConsumerSpec> = {}): ConsumerSpec => ({
  stream: 'events',
  durable: `test-${++made}`,
  subject: eventsOfType('order.*'),
  ...changes,
})
const idOf = ({ headers }: JsMsg) => headers!.get('Nats-Msg-Id')
const fail = (error: unknown) => {
  throw error
}
const keep = <T extends Running>(one: T): T => {
  running.push(one)
  return one
}

describe('publishing', () => {
  test('a consumer that is stopped while it is being made ends', async () => {
    await consumeEach(bus, specOf(), async () => {}, fail).stop()
  })

  test('each message is told to be stored, and carries its id and request', async () => {
    const sent = messages(300)
    expect(await publisher.publish(sent)).toEqual(sent.map(() => 'stored'))
    expect(await stored()).toBe(300)
    const got: JsMsg[] = []
    keep(consumeEach(bus, specOf(), async one => void got.push(one), fail))
    await eventually('all to arrive', () => got.length === 300)
    expect(got.map(idOf)).toEqual(sent.map(({ id }) => id))
    expect(got[0]!.headers!.get('X-Request-Id')).toBe('a'.repeat(32))
  })

  test('a message published twice is stored once, and told to be stored both times', async () => {
    const one = message()
    expect(await publisher.publish([one])).toEqual(['stored'])
    expect(await publisher.publish([one, message()])).toEqual(['stored', 'stored'])
    expect(await stored()).toBe(2)
  })

  test('what no stream takes now is told to be refused, what is too large to be impossible; the rest is stored', async () => {
    const nowhere = message({ subject: 'nowhere.at.all' })
    const forServer = message({ payload: 'x'.repeat(1024 * 1024 + 1) })
    // The server takes a megabyte with its headers, the stream no more than that in all.
    const outcomes = ['stored', 'refused', 'never', 'stored']
    expect(await publisher.publish([message(), nowhere, forServer, message()])).toEqual(outcomes)
    expect(await stored()).toBe(2)
  })

  test('what the server takes and the stream does not is told to be impossible', async () => {
    const { config } = await bus.manager.streams.info('EVENTS')
    await bus.manager.streams.update('EVENTS', { ...config, max_msg_size: 1000 })
    try {
      const large = message({ payload: 'x'.repeat(1001) })
      expect(await publisher.publish([large, message()])).toEqual(['never', 'stored'])
    } finally {
      await bus.manager.streams.update('EVENTS', config)
    }
  })

  test('a full stream refuses the new and keeps the old', async () => {
    const { config } = await bus.manager.streams.info('EVENTS')
    await bus.manager.streams.update('EVENTS', { ...config, max_msgs: 2 })
    try {
      expect(await publisher.publish(messages(3))).toEqual(['stored', 'stored', 'refused'])
      expect(await stored()).toBe(2)
    } finally {
      await bus.manager.streams.update('EVENTS', { ...config, max_msgs: -1 })
    }
  })

  test('nothing is nothing', async () => {
    expect(await publisher.publish([])).toEqual([])
  })
})

describe('consuming', () => {
  test('a message whose handling failed comes again until it succeeds, and the others once', async () => {
    const [first, second] = [message(), message()]
    await publisher.publish([first, second])
    const seen: string[] = []
    const errors: unknown[] = []
    const handle = async (one: JsMsg) => {
      seen.push(idOf(one))
      if (idOf(one) === first.id && seen.filter(id => id === first.id).length < 3) throw new Error('not yet')
    }
    keep(consumeEach(bus, specOf(), handle, error => void errors.push(error)))
    await eventually('the third time', () => seen.filter(id => id === first.id).length === 3)
    expect(seen.filter(id => id === second.id)).toHaveLength(1)
    expect(errors).toHaveLength(2)
  })

  test('batches come one after the other, in order, none larger than asked', async () => {
    const sent = messages(50)
    await publisher.publish(sent)
    const batches: string[][] = []
    let inside = 0
    const handle = async (batch: JsMsg[]) => {
      expect(++inside).toBe(1)
      await new Promise(resolve => setImmediate(resolve))
      batches.push(batch.map(idOf))
      for (const one of batch) one.ack()
      inside--
    }
    keep(consumeBatches(bus, { ...specOf(), batch: 7 }, handle, fail))
    await eventually('all to arrive', () => batches.flat().length === 50)
    expect(batches.flat()).toEqual(sent.map(({ id }) => id))
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(7)
  })

  test('a batch that failed is given out again', async () => {
    await publisher.publish(messages(3))
    let failures = 0
    const done = new Set<string>()
    const handle = async (batch: JsMsg[]) => {
      if (failures === 0) {
        failures++
        throw new Error('the database is away')
      }
      for (const one of batch) {
        done.add(idOf(one))
        one.ack()
      }
    }
    keep(consumeBatches(bus, { ...specOf(), batch: 10 }, handle, () => {}))
    await eventually('all to be handled', () => done.size === 3)
  })

  test('replicas of one durable share its messages, each has its effect once', async () => {
    const spec = specOf()
    const seen: [string, string][] = []
    for (const replica of ['a', 'b'])
      keep(consumeEach(bus, spec, async one => void seen.push([replica, idOf(one)]), fail))
    const sent = messages(200)
    await publisher.publish(sent)
    await eventually('all to be handled', () => seen.length >= 200)
    expect(new Set(seen.map(([, id]) => id)).size).toBe(200)
    expect(seen).toHaveLength(200)
  })

  test('what was told while nobody listened is waiting', async () => {
    const spec = specOf()
    const before: string[] = []
    const first = consumeEach(bus, spec, async one => void before.push(idOf(one)), fail)
    await publisher.publish(messages(1))
    await eventually('the first', () => before.length === 1)
    await first.stop()
    const missed = message()
    await publisher.publish([missed])
    const after: string[] = []
    keep(consumeEach(bus, spec, async one => void after.push(idOf(one)), fail))
    await eventually('the second', () => after.length === 1)
    expect(after).toEqual([missed.id])
    expect(before).toHaveLength(1)
  })

  test('what a stopped consumer held and did not handle goes to the next at once', async () => {
    const spec = { ...specOf(), batch: 1 }
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let begun = 0
    const slow = consumeBatches(
      bus,
      spec,
      async ([one]) => {
        begun++
        await held
        one!.ack()
      },
      fail,
    )
    await publisher.publish(messages(3))
    await eventually('the first to begin', () => begun === 1)
    const stopping = slow.stop()
    release()
    await stopping
    expect(begun).toBe(1)
    const rest: string[] = []
    keep(consumeEach(bus, spec, async one => void rest.push(idOf(one)), fail))
    await eventually('the other two', () => rest.length === 2)
  })

  test('a subject that was not asked for is not heard', async () => {
    const heard: string[] = []
    keep(
      consumeEach(
        bus,
        specOf({ subject: eventsOfType('order.paid') }),
        async one => void heard.push(one.subject),
        fail,
      ),
    )
    await publisher.publish([
      message({ subject: eventSubject('sch_1', 'order.created') }),
      message({ subject: eventSubject('sch_2', 'order.paid') }),
    ])
    await eventually('the one asked for', () => heard.length === 1)
    expect(heard).toEqual(['events.sch_2.order.paid'])
  })

  test('it goes on when its durable was deleted', async () => {
    const spec = specOf()
    const seen = new Set<string>()
    keep(
      consumeEach(
        bus,
        spec,
        async one => void seen.add(idOf(one)),
        () => {},
      ),
    )
    await publisher.publish(messages(1))
    await eventually('the first', () => seen.size === 1)
    await bus.manager.consumers.delete('EVENTS', spec.durable)
    const later = message()
    await publisher.publish([later])
    await eventually('the later one', () => seen.has(later.id), 25_000)
  }, 30_000)
})

test('it goes on when the stream was lost and made anew', async () => {
  const seen: string[] = []
  keep(
    consumeEach(
      bus,
      specOf(),
      async one => void seen.push(idOf(one)),
      () => {},
    ),
  )
  await publisher.publish(messages(1))
  await eventually('the first', () => seen.length === 1)
  await bus.manager.streams.delete('EVENTS')
  const later = message()
  await eventually(
    'the stream to be there again',
    async () => (await publisher.publish([later], 200))[0] === 'stored',
    25_000,
  )
  await eventually('the later one', () => seen.includes(later.id), 25_000)
}, 60_000)

test('a consumer that an older version made for another subject goes on with the new one', async () => {
  const older = { ...specOf(), subject: eventsOfType('payment.*') }
  const seen: unknown[] = []
  const first = consumeEach(bus, older, async () => {}, fail)
  await eventually('the consumer', () => bus.manager.consumers.info('EVENTS', older.durable).then(() => true))
  await first.stop()
  const newer = { ...older, subject: eventsOfType('order.*') }
  keep(consumeEach(bus, newer, async one => void seen.push(idOf(one)), fail))
  const sent = message()
  await publisher.publish([sent])
  await eventually('the message', () => seen.includes(sent.id))
}, 30_000)

test('several processes that start together all find the streams', async () => {
  await bus.manager.streams.delete('INTERNAL')
  const buses = await Promise.all(
    [1, 2, 3].map(n => connectBus({ url: nats.url, credential: { user: `twin-${n}`, password: '' } })),
  )
  expect((await bus.manager.streams.info('INTERNAL')).config.subjects).toEqual(['internal.>'])
  await Promise.all(buses.map(one => one.close()))
})
