// The relay: tick by tick of a clock that the test advances, and its loops with the real clock.
import { eventually } from '@lms/testing'
import type { Relay, RelayOptions } from './relay.ts'
import { event, eventsOf, record, unread, World } from './testing/world.ts'

let world: World
beforeEach(() => {
  world = new World()
})

describe('publishing', () => {
  test('rows are published once, in the order of their positions, and deleted when their readers have them', async () => {
    world.commit(...eventsOf(1, 2, 3, 4, 5), record(6))
    await world.advance(5, world.relay({ batch: 2 }))
    expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4', 'msg_5', 'msg_6'])
    expect(world.rows).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('a batch that was cut by its bytes reports more rows', async () => {
    const relay = world.relay()
    world.commit({ ...event(1), payload: 'x'.repeat(2 * 1024 * 1024) })
    expect(await relay.publishOnce()).toBe('more')
    world.commit({ ...event(2), payload: 'x'.repeat(1024 * 1024) })
    expect(await relay.publishOnce()).toBe('idle')
    // Four bytes are the database's.
    world.commit({ ...event(3), payload: 'x'.repeat(2 * 1024 * 1024 - 4) })
    expect(await relay.publishOnce()).toBe('more')
    world.commit({ ...event(4), payload: 'x'.repeat(2 * 1024 * 1024 - 5) })
    expect(await relay.publishOnce()).toBe('idle')
  })

  test('a lower position that commits later is published when it appears', async () => {
    const relay = world.relay()
    world.commit(...eventsOf(1, 3))
    await world.advance(10, relay)
    expect(world.published).toEqual(['msg_1', 'msg_3'])
    world.commit(...eventsOf(2))
    await world.advance(0.25, relay)
    expect(world.published).toEqual(['msg_1', 'msg_3', 'msg_2'])
    await world.advance(61, relay)
    expect(world.rows).toEqual([])
    expect(world.published).toHaveLength(3)
  })

  test('a row that commits after its gap was given up is found by the sweep', async () => {
    const relay = world.relay()
    world.commit(event(1), event(4))
    await world.advance(40, relay)
    world.commit(event(2), unread(3))
    await world.advance(1, relay)
    expect(world.published).toEqual(['msg_1', 'msg_4'])
    await world.advance(122, relay)
    expect(world.published).toEqual(['msg_1', 'msg_4', 'msg_2', 'msg_3'])
    expect(world.rows).toEqual([])
  })

  test('rows that nobody confirms are deleted when the stream has them, and not before', async () => {
    const relay = world.relay()
    let full = true
    world.takes = () => !full
    world.commit(unread(1), event(2))
    await world.advance(10, relay)
    expect(world.standing).toEqual([1, 2])
    full = false
    await relay.publishOnce()
    expect(world.standing).toEqual([2])
  })

  test('a message that the stream refuses keeps its place, is reported, and goes the next time', async () => {
    const relay = world.relay()
    let full = true
    world.takes = ({ id }) => id !== 'msg_2' || !full
    world.commit(...eventsOf(1, 2))
    await expect(relay.publishOnce()).rejects.toThrow('did not accept 1 of 2')
    full = false
    world.commit(...eventsOf(3))
    await world.advance(5, relay)
    expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_3'])
    expect(world.rows).toEqual([])
  })

  test('a message that the stream can never accept is set aside at once, reported, and delays nothing', async () => {
    const relay = world.relay()
    world.unfit = ({ id }) => id === 'msg_2'
    world.commit(...eventsOf(1, 2, 3))
    await relay.publishOnce()
    world.commit(...eventsOf(4))
    await relay.publishOnce()
    expect(world.published).toEqual(['msg_1', 'msg_3', 'msg_4'])
    expect(world.aside.map(({ id }) => id)).toEqual(['msg_2'])
    expect(world.errors).toEqual([expect.stringMatching(/set aside: msg_2/)])
    await world.advance(120, relay, world.relay())
    expect(world).toMatchObject({ rows: [], aside: [{ id: 'msg_2' }], errors: { length: 1 } })
  })

  test('a message that is refused for ever delays the others for a while, and is tried on', async () => {
    const relay = world.relay()
    let tried = 0
    world.takes = ({ id }) => id !== 'msg_2' || ++tried === -1
    world.commit(...eventsOf(1, 2, 3))
    await world.advance(40, relay)
    world.commit(...eventsOf(4))
    await world.advance(10, relay)
    expect(new Set(world.published)).toEqual(new Set(['msg_1', 'msg_3', 'msg_4']))
    expect(world.standing).toEqual([2])
    const before = tried
    await world.advance(180, relay)
    expect(tried).toBeGreaterThan(before)
    expect(tried).toBeLessThan(before + 10)
  })
})

describe('taking over the lead', () => {
  test('a new leader begins at the beginning; messages of the dead one are published twice', async () => {
    const dead = world.relay()
    world.commit(...eventsOf(1, 2))
    await world.advance(0.25, dead)
    world.commit(...eventsOf(3))
    const next = world.relay()
    world.leader = next
    await world.advance(5, next)
    expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_1', 'msg_2', 'msg_3'])
    expect(world.rows).toEqual([])
  })

  test('a replica that does not lead publishes and sweeps nothing; a former leader forgets its progress', async () => {
    const [first, second] = [world.relay(), world.relay()]
    world.reads = false
    world.commit(...eventsOf(1))
    await world.advance(3, first, second)
    expect([first.leads, second.leads]).toEqual([true, false])
    expect(await second.publishOnce()).toBe('idle')
    expect(world.published).toEqual(['msg_1'])
    world.leader = second
    await world.advance(1, second, first)
    expect([first.leads, second.leads]).toEqual([false, true])
    expect(world.published).toEqual(['msg_1', 'msg_1'])
    world.leader = first
    world.requestTimes = []
    await world.advance(0.5, second, first)
    expect(world.published).toEqual(['msg_1', 'msg_1', 'msg_1'])
  })

  test('a leader that was none for a moment forgets its progress, too', async () => {
    const [first, second] = [world.relay(), world.relay()]
    world.reads = false
    world.commit(...eventsOf(1))
    await first.publishOnce()
    world.leader = second
    await first.publishOnce()
    world.leader = first
    await first.publishOnce()
    expect(world.published).toEqual(['msg_1', 'msg_1'])
  })

  test('a row restored by a lost commit is confirmed again, or published again', async () => {
    const relay = world.relay()
    world.commit(event(1), unread(2))
    await world.advance(5, relay)
    expect(world.rows).toEqual([])
    world.commit(event(1), unread(2))
    await world.advance(130, relay)
    expect(world.rows).toEqual([])
    expect(world.published).toEqual(['msg_1', 'msg_2', 'msg_2'])
    // It left nothing, so there is nothing to walk for.
    world.walks = 0
    await world.advance(30, relay)
    expect(world.walks).toBeLessThan(2)
  })
})

describe('the loops', () => {
  let running: Relay | undefined
  afterEach(() => running?.stop())
  /** Longer than any test: an earlier effect is due to a notification. */
  const slow = { pollMs: 60_000, idleMs: 60_000, sweepMs: 60_000 }
  const start = (options: Partial<RelayOptions> = slow) => {
    running = world.relay({ now: () => performance.now(), ...options })
    running.start()
    return running
  }

  test('full batches follow each other without a pause', async () => {
    world.commit(...eventsOf(1, 2, 3, 4, 5))
    start({ ...slow, batch: 2 })
    await eventually('all to be published', () => world.published.length === 5)
  })

  test('a notification is enough to publish rows committed since', async () => {
    const relay = start()
    await eventually('the relay to look', () => world.lookups === 1)
    world.commit(event(7))
    relay.notify()
    await eventually('the row to be published', () => world.published.length === 1)
  })

  test('a notification during work is not lost', async () => {
    world.commit(event(1))
    world.takes = ({ id }) => {
      if (id === 'msg_1') {
        // Committed between the read and the publishing of the first.
        world.commit(event(2))
        running!.notify()
      }
      return true
    }
    start()
    await eventually('both to be published', () => world.published.length === 2)
  })

  test('a fault is reported and does not end the relay', async () => {
    let isUnavailable = true
    world.beforeLook = () => {
      if (isUnavailable) throw new Error('the database is away')
    }
    world.commit(event(1))
    start({ ...slow, pollMs: 20, idleMs: 20 })
    await eventually('the fault to be told', () => world.errors.length > 1)
    isUnavailable = false
    await eventually('the row to be published', () => world.published.length === 1)
  })

  test('it sweeps periodically', async () => {
    world.commit(event(1))
    start({ pollMs: 60_000, idleMs: 60_000, sweepMs: 300 })
    await eventually('the row to go', () => world.rows.length === 0)
  })

  test('it stops while it waits, and before it has begun', async () => {
    const relay = start()
    await eventually('the relay to look', () => world.lookups === 1)
    await relay.stop()
    relay.notify()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(world.lookups).toBe(1)
    await world.relay().stop()
  })
})
