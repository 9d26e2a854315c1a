// Publishing to a real NATS server.
import { eventually } from '@lms/testing'
import type { JsMsg } from '@nats-io/jetstream'
import { consumeEach } from './school-queues.ts'
import { fail, idOf, message, messages, specOf, testBus } from './test-bus.ts'

const world = testBus()

describe('publishing', () => {
  test('a consumer that is stopped while it is being created ends', async () => {
    await consumeEach(world.bus, specOf(), async () => {}, fail).stop()
  })

  test('each message is reported as stored, and contains its id and request', async () => {
    const sent = messages(300)
    expect(await world.publisher.publish(sent)).toEqual(sent.map(() => 'stored'))
    expect(await world.stored()).toBe(300)
    const got: JsMsg[] = []
    world.keep(consumeEach(world.bus, specOf(), async one => void got.push(one), fail))
    await eventually('all to arrive', () => got.length === 300)
    expect(got.map(idOf)).toEqual(sent.map(({ id }) => id))
    expect(got[0]!.headers!.get('X-Request-Id')).toBe('a'.repeat(32))
  })

  test('a message published twice is stored once, and reported as stored both times', async () => {
    const one = message()
    expect(await world.publisher.publish([one])).toEqual(['stored'])
    expect(await world.publisher.publish([one, message()])).toEqual(['stored', 'stored'])
    expect(await world.stored()).toBe(2)
  })

  test('a message without a stream is refused, a too large one impossible; the rest is stored', async () => {
    const nowhere = message({ subject: 'nowhere.at.all' })
    const forServer = message({ payload: 'x'.repeat(1024 * 1024 + 1) })
    // The server accepts a megabyte including headers; the stream no more than that in all.
    const outcomes = ['stored', 'refused', 'never', 'stored']
    expect(await world.publisher.publish([message(), nowhere, forServer, message()])).toEqual(outcomes)
    expect(await world.stored()).toBe(2)
  })

  test('a message that the server accepts and the stream can never accept is impossible', async () => {
    const { config } = await world.bus.manager.streams.info('EVENTS')
    await world.bus.manager.streams.update('EVENTS', { ...config, max_msg_size: 1000 })
    try {
      const large = message({ payload: 'x'.repeat(1001) })
      expect(await world.publisher.publish([large, message()])).toEqual(['never', 'stored'])
    } finally {
      await world.bus.manager.streams.update('EVENTS', config)
    }
  })

  test('a full stream refuses new messages and keeps the old', async () => {
    const { config } = await world.bus.manager.streams.info('EVENTS')
    await world.bus.manager.streams.update('EVENTS', { ...config, max_msgs: 2 })
    try {
      expect(await world.publisher.publish(messages(3))).toEqual(['stored', 'stored', 'refused'])
      expect(await world.stored()).toBe(2)
    } finally {
      await world.bus.manager.streams.update('EVENTS', { ...config, max_msgs: -1 })
    }
  })

  test('an empty batch does nothing', async () => {
    expect(await world.publisher.publish([])).toEqual([])
  })
})
