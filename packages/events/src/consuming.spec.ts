// Consuming from a real NATS server.
import { eventually } from '@lms/testing'
import type { JsMsg } from '@nats-io/jetstream'
import { connectBus } from './connection.ts'
import { consumeBatches } from './consumer.ts'
import { consumeEach } from './school-queues.ts'
import { eventSubject, eventsOfType, streams } from './subjects.ts'
import { fail, idOf, message, messages, specOf, testBus } from './test-bus.ts'

const world = testBus()

describe('consuming', () => {
  test('a failed message comes again until it succeeds, and the others come once', async () => {
    const [first, second] = [message(), message()]
    await world.publisher.publish([first, second])
    const seen: string[] = []
    const errors: unknown[] = []
    const handle = async (one: JsMsg) => {
      seen.push(idOf(one))
      if (idOf(one) === first.id && seen.filter(id => id === first.id).length < 3) throw new Error('not yet')
    }
    world.keep(consumeEach(world.bus, specOf(), handle, error => void errors.push(error)))
    await eventually('the third time', () => seen.filter(id => id === first.id).length === 3)
    expect(seen.filter(id => id === second.id)).toHaveLength(1)
    expect(errors).toHaveLength(2)
  })

  test('a message that takes long holds up no later one, and a stop waits for it', async () => {
    const [slow, ...others] = messages(200)
    const done: string[] = []
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const handle = async (one: JsMsg) => {
      if (idOf(one) === slow!.id) await gate
      done.push(idOf(one))
    }
    await world.publisher.publish([slow!, ...others])
    const consumer = world.keep(consumeEach(world.bus, specOf(), handle, fail))
    await eventually('all others', () => done.length === others.length)
    const stopped = consumer.stop()
    release()
    await stopped
    expect(done.at(-1)).toBe(slow!.id)
  })

  test('a message that takes longer than the server waits for it is handled once at a time', async () => {
    const [slow, ...others] = messages(3)
    const started: string[] = []
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const handle = async (one: JsMsg) => {
      started.push(idOf(one))
      if (idOf(one) === slow!.id) await gate
    }
    await world.publisher.publish([slow!])
    const spec = specOf({ ackWaitMs: 1000 })
    world.keep(consumeEach(world.bus, spec, handle, fail))
    const delivered = async () => (await world.bus.manager.consumers.info('EVENTS', spec.durable)).delivered
    await eventually('it to come again', async () => (await delivered()).consumer_seq > 2)
    await world.publisher.publish(others)
    await eventually('the others', () => started.length >= 3)
    expect(started.toSorted()).toEqual([slow!, ...others].map(({ id }) => id).toSorted())
    release()
  })

  test('a school whose messages take long holds up no message of another, and what it could not have at once comes later', async () => {
    const slow = messages(600)
    const other = message({ subject: eventSubject('sch_2', 'order.paid') })
    const done = new Set<string>()
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const handle = async (one: JsMsg) => {
      if (idOf(one) !== other.id) await gate
      done.add(idOf(one))
    }
    await world.publisher.publish([...slow, other])
    world.keep(consumeEach(world.bus, specOf(), handle, fail))
    await eventually('the other', () => done.has(other.id))
    expect(done.size).toBe(1)
    release()
    await eventually('all of them', () => done.size === 601)
  })

  test('a message that was given back for want of room has not failed: it comes again as soon as one that fails the first time', async () => {
    const [slow, last] = [messages(300), message()]
    const pauses: number[] = []
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    let deliveries = 0
    const handle = async (one: JsMsg) => {
      await gate
      if (idOf(one) !== last.id) return
      deliveries = one.info.deliveryCount
      const nak = one.nak.bind(one)
      one.nak = ms => {
        pauses.push(ms!)
        nak(ms)
      }
      if (pauses.length === 0) throw new Error('not yet')
    }
    await world.publisher.publish([...slow, last])
    const spec = specOf()
    world.keep(consumeEach(world.bus, spec, handle, () => {}))
    const info = () => world.bus.manager.consumers.info('EVENTS', spec.durable)
    await eventually('it to be given back', async () => (await info()).num_redelivered > 0)
    release()
    await eventually('it to fail', () => pauses.length === 1)
    expect(deliveries).toBeGreaterThan(1)
    expect(pauses).toEqual([500])
  })

  test('batches come one after the other, in order, within their maximum', async () => {
    const sent = messages(50)
    await world.publisher.publish(sent)
    const batches: string[][] = []
    let inside = 0
    const handle = async (batch: JsMsg[]) => {
      expect(++inside).toBe(1)
      await new Promise(resolve => setImmediate(resolve))
      batches.push(batch.map(idOf))
      for (const one of batch) one.ack()
      inside--
    }
    world.keep(consumeBatches(world.bus, { ...specOf(), batch: 7 }, handle, fail))
    await eventually('all to arrive', () => batches.flat().length === 50)
    expect(batches.flat()).toEqual(sent.map(({ id }) => id))
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(7)
  })

  test('what comes while a consumer rests waits for the end of the rest, which its stop brings', async () => {
    const spec = specOf()
    const [first, ...later] = messages(3)
    const seen: string[] = []
    const handle = async (batch: JsMsg[]) => {
      for (const one of batch) {
        seen.push(idOf(one))
        one.ack()
      }
    }
    await world.publisher.publish([first!])
    const resting = consumeBatches(world.bus, { ...spec, batch: 10, restMs: 600_000 }, handle, fail)
    await eventually('the first', () => seen.length === 1)
    await world.publisher.publish(later)
    const info = () => world.bus.manager.consumers.info(streams[spec.stream].name, spec.durable)
    await eventually('the others to have come', async () => (await info()).num_ack_pending === 2)
    await resting.stop()
    expect(seen).toEqual([first!.id])
    world.keep(consumeBatches(world.bus, { ...spec, batch: 10 }, handle, fail))
    await eventually('the others', () => seen.length === 3)
  })

  test('a failed batch is delivered again', async () => {
    await world.publisher.publish(messages(3))
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
    const errors: unknown[] = []
    world.keep(
      consumeBatches(world.bus, { ...specOf(), batch: 10 }, handle, error => void errors.push(error)),
    )
    await eventually('all to be handled', () => done.size === 3)
    expect(errors).toEqual([new Error('the database is away')])
  })

  test('replicas of one durable share its messages, and each is handled once', async () => {
    const spec = specOf()
    const seen: [string, string][] = []
    for (const replica of ['a', 'b'])
      world.keep(consumeEach(world.bus, spec, async one => void seen.push([replica, idOf(one)]), fail))
    const sent = messages(200)
    await world.publisher.publish(sent)
    await eventually('all to be handled', () => seen.length >= 200)
    expect(new Set(seen.map(([, id]) => id)).size).toBe(200)
    expect(seen).toHaveLength(200)
  })

  test('messages published without a listener wait', async () => {
    const spec = specOf()
    const before: string[] = []
    const first = consumeEach(world.bus, spec, async one => void before.push(idOf(one)), fail)
    await world.publisher.publish(messages(1))
    await eventually('the first', () => before.length === 1)
    await first.stop()
    const missed = message()
    await world.publisher.publish([missed])
    const after: string[] = []
    world.keep(consumeEach(world.bus, spec, async one => void after.push(idOf(one)), fail))
    await eventually('the second', () => after.length === 1)
    expect(after).toEqual([missed.id])
    expect(before).toHaveLength(1)
  })

  test('messages that a stopped consumer did not handle go to the next at once', async () => {
    const spec = { ...specOf(), batch: 1 }
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    let startCount = 0
    const slow = consumeBatches(
      world.bus,
      spec,
      async ([one]) => {
        startCount++
        await gate
        one!.ack()
      },
      fail,
    )
    await world.publisher.publish(messages(3))
    await eventually('the first to begin', () => startCount === 1)
    const stopping = slow.stop()
    release()
    await stopping
    expect(startCount).toBe(1)
    const rest: string[] = []
    world.keep(consumeEach(world.bus, spec, async one => void rest.push(idOf(one)), fail))
    await eventually('the other two', () => rest.length === 2)
  })

  test('a subject that was not requested does not arrive', async () => {
    const heard: string[] = []
    world.keep(
      consumeEach(
        world.bus,
        specOf({ subject: eventsOfType('order.paid') }),
        async one => void heard.push(one.subject),
        fail,
      ),
    )
    await world.publisher.publish([
      message({ subject: eventSubject('sch_1', 'order.created') }),
      message({ subject: eventSubject('sch_2', 'order.paid') }),
    ])
    await eventually('the one asked for', () => heard.length === 1)
    expect(heard).toEqual(['events.sch_2.order.paid'])
  })

  test('it continues when its durable was deleted', async () => {
    const spec = specOf()
    const seen = new Set<string>()
    world.keep(
      consumeEach(
        world.bus,
        spec,
        async one => void seen.add(idOf(one)),
        () => {},
      ),
    )
    await world.publisher.publish(messages(1))
    await eventually('the first', () => seen.size === 1)
    await world.bus.manager.consumers.delete('EVENTS', spec.durable)
    const later = message()
    await world.publisher.publish([later])
    await eventually('the later one', () => seen.has(later.id))
  })
})

test('it continues when the stream was lost and created again', async () => {
  const seen: string[] = []
  world.keep(
    consumeEach(
      world.bus,
      specOf(),
      async one => void seen.push(idOf(one)),
      () => {},
    ),
  )
  await world.publisher.publish(messages(1))
  await eventually('the first', () => seen.length === 1)
  await world.bus.manager.streams.delete('EVENTS')
  const later = message()
  await eventually(
    'the stream to be there again',
    async () => (await world.publisher.publish([later], 200))[0] === 'stored',
  )
  await eventually('the later one', () => seen.includes(later.id))
})

test('a consumer that an older version created for another subject continues with the new one', async () => {
  const older = { ...specOf(), subject: eventsOfType('payment.*') }
  const seen: unknown[] = []
  const first = consumeEach(world.bus, older, async () => {}, fail)
  await eventually('the consumer', () =>
    world.bus.manager.consumers.info('EVENTS', older.durable).then(() => true),
  )
  await first.stop()
  const newer = { ...older, subject: eventsOfType('order.*') }
  world.keep(consumeEach(world.bus, newer, async one => void seen.push(idOf(one)), fail))
  const sent = message()
  await world.publisher.publish([sent])
  await eventually('the message', () => seen.includes(sent.id))
})

test('a consumer that an older version created with another bound of failing messages gets the new one', async () => {
  const spec = specOf()
  const bound = async () =>
    (await world.bus.manager.consumers.info('EVENTS', spec.durable)).config.max_ack_pending
  const first = consumeEach(
    world.bus,
    { ...spec, maxAckPending: 2 },
    () => Promise.reject(new Error('no')),
    () => {},
  )
  await eventually('the consumer', async () => (await bound()) === 2)
  const sent = messages(3)
  await world.publisher.publish(sent)
  await first.stop()
  const seen = new Set<string>()
  const handle = async (one: JsMsg) => {
    seen.add(idOf(one))
    if (idOf(one) !== sent[2]!.id) throw new Error('never')
  }
  world.keep(consumeEach(world.bus, { ...spec, maxAckPending: 3 }, handle, () => {}))
  await eventually('the one behind those that fail', () => seen.has(sent[2]!.id))
  expect(await bound()).toBe(3)
})

test('several processes that start together all find the streams', async () => {
  await world.bus.manager.streams.delete('INTERNAL')
  const buses = await Promise.all(
    [1, 2, 3].map(n => connectBus({ url: world.nats.url, credential: { user: `twin-${n}`, password: '' } })),
  )
  expect((await world.bus.manager.streams.info('INTERNAL')).config.subjects).toEqual(['internal.>'])
  await Promise.all(buses.map(one => one.close()))
})
