// Published rows over simulated minutes.
import { event, eventsOf, record, World } from './testing/world.ts'

let world: World
beforeEach(() => {
  world = new World()
})

test('a message that the stream lost before its reader had it is published again after the grace period', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...eventsOf(1, 2))
  await world.advance(30, relay)
  expect(world.published).toEqual(['msg_1', 'msg_2'])
  expect(world.standing).toEqual([1, 2])
  world.reads = true
  await world.advance(35, relay)
  expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_1', 'msg_2'])
  expect(world.rows).toEqual([])
})

test('a message that is missed for long is published again about once per grace period', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...eventsOf(1))
  await world.advance(600, relay)
  expect(world.published.length).toBeGreaterThan(8)
  expect(world.published.length).toBeLessThan(14)
})

test('while a reader is unavailable the others continue; it is asked ever less often, and in the end has everything', async () => {
  const relay = world.relay()
  world.readers.audit = null
  for (let position = 1; position <= 60; position += 2) {
    world.commit(event(position), record(position + 1))
    await world.advance(1, relay)
  }
  expect(world.published).toHaveLength(60)
  await world.advance(3, relay)
  expect(world.standing).toEqual(Array.from({ length: 30 }, (_, index) => 2 * (index + 1)))
  world.requestTimes = []
  await world.advance(600, relay)
  expect(world.requestTimes.length).toBeGreaterThan(8)
  expect(world.requestTimes.length).toBeLessThan(30)
  expect(new Set(world.errors)).toEqual(new Set(['Error: the audit is unavailable']))
  // It received nothing while it was unavailable.
  world.readers.audit = new Set()
  await world.advance(200, relay)
  expect(world.rows).toEqual([])
  expect([...world.readers.audit]).toHaveLength(30)
})

test('an outbox larger than a page is walked in parts, while new rows are deleted', async () => {
  const relay = world.relay({ batch: 1000 })
  world.readers.audit = null
  world.commit(...Array.from({ length: 8000 }, (_, index) => record(index + 1)))
  await world.advance(5, relay)
  world.commit(...eventsOf(8001, 8002))
  await world.advance(4, relay)
  world.walks = 0
  await world.advance(1, relay)
  // Of one tick: the others come with the next.
  expect(world.walks).toBe(5)
  expect(world.standing).toHaveLength(8000)
  world.readers.audit = new Set(world.published)
  await world.advance(70, relay)
  expect(world.rows).toEqual([])
})

test('an outbox without changes is left alone', async () => {
  const relay = world.relay()
  world.commit(event(1))
  await world.advance(5, relay)
  world.requestTimes = []
  world.walks = 0
  await world.advance(300, relay)
  expect(world.requestTimes).toEqual([])
  // Once in the grace period it checks.
  expect(world.walks).toBeGreaterThan(2)
  expect(world.walks).toBeLessThan(8)
})

test('all stored rows go in one sweep, however many there are', async () => {
  const relay = world.relay({ batch: 1000 })
  world.commit(...Array.from({ length: 12_000 }, (_, index) => event(index + 1)))
  while ((await relay.publishOnce()) === 'more');
  await relay.sweepOnce()
  world.now = 1000
  await relay.sweepOnce()
  expect(world.rows).toEqual([])
})

test('if the stream refuses a repeated message, nothing behind it is tried before the next round', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...eventsOf(1, 2, 3, 4, 5))
  await world.advance(1, relay)
  world.readAtOnce = 2
  const tried: string[] = []
  world.takes = ({ id }) => {
    tried.push(id)
    return id !== 'msg_1'
  }
  await world.advance(62, relay)
  expect(tried).toEqual(['msg_1', 'msg_2'])
  expect(world.errors).toEqual([expect.stringMatching(/did not accept 1 of 2/)])
  world.reads = true
  world.takes = () => true
  await world.advance(130, relay)
  expect(world.rows).toEqual([])
})

test('a reader that lags is given time: its unread messages are not published again', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...Array.from({ length: 300 }, (_, index) => event(index + 1)))
  await world.advance(1, relay)
  expect(world.published).toHaveLength(300)
  for (let read = 1; read <= 300; read++) {
    world.readers.journal!.add(`msg_${read}`)
    await world.advance(1, relay)
  }
  await world.advance(5, relay)
  expect(world.published).toHaveLength(300)
  expect(world.rows).toEqual([])
})

test('a message that a reader has passed is lost, and published again even if the reader lags', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...Array.from({ length: 200 }, (_, index) => event(index + 1)))
  await world.advance(1, relay)
  for (let read = 1; read <= 150; read++) {
    if (read !== 20) world.readers.journal!.add(`msg_${read}`)
    await world.advance(1, relay)
  }
  expect(new Set(world.published.slice(200))).toEqual(new Set(['msg_20']))
})

test('messages to publish again are read in parts', async () => {
  const relay = world.relay({ batch: 100 })
  world.reads = false
  world.commit(...eventsOf(1, 2, 3, 4, 5))
  await world.advance(1, relay)
  world.readAtOnce = 3
  world.reads = true
  await world.advance(65, relay)
  expect(world.published.slice(5)).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4', 'msg_5'])
})

test('messages to publish again that are gone by then are none', async () => {
  const relay = world.relay()
  world.reads = false
  world.commit(...eventsOf(1, 2))
  await world.advance(1, relay)
  world.readAtOnce = 0
  await world.advance(65, relay)
  expect([world.published, world.errors]).toEqual([['msg_1', 'msg_2'], []])
})

test('a message that still comes to a reader is not published again, however many come after it', async () => {
  const relay = world.relay()
  world.coming.add('msg_1')
  for (let position = 1; position <= 300; position++) {
    world.commit(event(position))
    await world.advance(1, relay)
  }
  await world.advance(3, relay)
  expect(world.published).toHaveLength(300)
  expect(world.standing).toEqual([1])
  world.coming.clear()
  await world.advance(70, relay)
  expect(world.rows).toEqual([])
})

test('a message that the journal misses is published again, although earlier ones wait for a reaction', async () => {
  const relay = world.relay()
  world.coming.add('msg_1')
  world.commit(event(1))
  await world.advance(30, relay)
  world.reads = false
  world.commit(event(2))
  await world.advance(1, relay)
  world.reads = true
  await world.advance(130, relay)
  expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_2'])
  expect(world.standing).toEqual([1])
})

test('what waits for a reaction is published again once a day, because it may be lost behind another one', async () => {
  const relay = world.relay()
  for (const id of ['msg_1', 'msg_2']) world.coming.add(id)
  world.commit(...eventsOf(1, 2, 3))
  const hours = async (many: number) => {
    for (let minute = 0; minute < many * 60; minute++) {
      world.now += 59_000
      await world.advance(1, relay)
    }
  }
  await hours(23)
  expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_3'])
  await hours(2)
  expect(world.published.slice(3)).toEqual(['msg_1', 'msg_2'])
  await hours(24)
  expect(world.published.slice(5)).toEqual(['msg_1', 'msg_2'])
})
