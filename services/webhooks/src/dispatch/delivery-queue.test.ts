import { SentEvent } from '../events/sent-event.ts'
import { targetOf } from '../testing/results.ts'
import { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import { Progress } from './progress.ts'

const newChannel = () =>
  new Channel(
    { school: 'a', webhook: 'b', fence: 1, number: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )

describe('the number of parallel sends of a channel', () => {
  test.each([
    ['a brief one', 40, true, 8],
    ['one that takes two seconds', 2000, true, 8],
    ['one that takes four seconds', 4000, true, 4],
    ['one that takes all of its ten seconds and then says yes', 9900, true, 1],
    ['one that is never answered', 10_000, false, 1],
    ['one that fails at once', 1, false, 1],
  ])('%s', (_, slotMs, ok, bound) => {
    const some = newChannel()
    for (let send = 0; send < 50; send++) some.ended(ok, slotMs)
    expect(some.bound).toBe(bound)
  })

  test('one success among failures keeps the number', () => {
    const some = newChannel()
    for (const ok of [false, false, false, true, false, false, false, false, false, false, false])
      some.ended(ok, 1)
    expect(some.bound).toBe(8)
    some.ended(false, 1)
    expect(some.bound).toBe(1)
  })

  test('short sends restore the parallelism that long ones reduced', () => {
    const some = newChannel()
    for (let send = 0; send < 50; send++) some.ended(true, 10_000)
    for (let send = 0; send < 50; send++) some.ended(true, 10)
    expect(some.bound).toBe(8)
  })
})

const due: Due = {
  id: 'a',
  at: '',
  first: null,
  attempts: 0,
  manual: false,
  replayed: false,
  eventId: 'b',
  object: null,
  event: null,
}
const loaded = () => {
  const some = newChannel()
  some.loaded = true
  return some
}
const many = (count: number): Due[] =>
  Array.from({ length: count }, (_, index) => ({ ...due, id: String(index) }))

describe('a channel without progress', () => {
  const ms = 15_000

  test('is released if it has work', () => {
    expect(newChannel().isStalled(ms, ms)).toBe(true)
    const waiting = loaded()
    waiting.take(due)
    expect(waiting.isStalled(ms - 1, ms)).toBe(false)
    expect(waiting.isStalled(ms, ms)).toBe(true)
  })

  test('is kept if it has no work, progresses, or rests', () => {
    expect(loaded().isStalled(ms, ms)).toBe(false)
    const moving = loaded()
    for (const one of [due, { ...due, id: 'c' }]) moving.take(one)
    moving.logged(due, 10)
    expect(moving.isStalled(ms, ms)).toBe(false)
    const resting = newChannel()
    resting.setAside(20_000)
    expect(resting.mayLoad(ms)).toBe(false)
    expect(resting.isStalled(ms, ms)).toBe(false)
    expect(resting.isStalled(20_001, ms)).toBe(false)
    expect(resting.mayLoad(20_001)).toBe(true)
    resting.reload()
    expect(resting.mayLoad(ms)).toBe(true)
  })
})

test.each([
  [null, 8],
  [3, 3],
  [1, 1],
  [50, 8],
])('a subscription that allows %j sends at a time gets %i', (maxParallel, bound) => {
  const some = newChannel()
  some.target = targetOf({ maxParallel })
  expect(some.bound).toBe(bound)
})

test('a subscription with a rate starts at most its rate in any second, and as many at once', () => {
  const some = newChannel()
  some.target = targetOf({ maxPerSecond: 3 })
  const starts: number[] = []
  for (let now = 0; now < 5000; now += 10)
    while (some.pauseMs(now) === 0) {
      some.begin(now)
      starts.push(now)
    }
  expect(starts.slice(0, 3)).toEqual([0, 0, 0])
  for (const at of starts)
    expect(starts.filter(other => other >= at && other < at + 1000).length).toBeLessThanOrEqual(3)
  expect(starts).toHaveLength(15)
})

test('a queue that drains fast is filled with more at a time, up to two hundred; a slow one with less', () => {
  const some = newChannel()
  some.loaded = true
  const rooms = [0, 100, 200, 300, 400, 500, 1500, 2500].map(now => {
    some.fetches(now)
    return some.room
  })
  expect(rooms).toEqual([32, 64, 128, 200, 200, 200, 100, 50])
})

test('a queue has a maximum of bytes: more is fetched when some of it is sent', () => {
  const some = newChannel()
  some.loaded = true
  const event = (bytes: number) =>
    new SentEvent({ type: 'order.paid', requestId: 'r', sequence: 1, payload: 'x'.repeat(bytes) })
  const sized = (id: string, bytes: number): Due => ({ ...due, id, event: event(bytes) })
  some.take(sized('a', 600_000))
  expect(some.wants).toBeGreaterThan(0)
  some.take(sized('b', 600_000))
  expect(some.wants).toBe(0)
  expect(some.next().id).toBe('a')
  expect(some.wants).toBeGreaterThan(0)
  some.take(sized('c', 600_000))
  some.moreDue = false
  some.moreEvents = false
  expect(some.wants).toBe(0)
  some.dropQueue()
  expect(some.wants).toBeGreaterThan(0)
})

describe('a channel sends', () => {
  const waiting = () => {
    const some = new Channel(newChannel().key, { parallel: 8, failures: 0, leasedUntil: 1000, now: 0 })
    some.loaded = true
    some.take(due)
    return some
  }

  test('while it has something, and its lease', () => {
    expect(waiting().maySend(1000)).toBe(true)
    expect(waiting().maySend(1001)).toBe(false)
    expect(loaded().maySend(0)).toBe(false)
  })

  test.each<[string, (some: Channel) => void]>([
    ['is to be loaded', some => Object.assign(some, { loaded: false })],
    ['is being released', some => Object.assign(some, { leaving: true })],
    ['has another holder', some => Object.assign(some, { lost: true })],
    [
      'has reached its rate',
      some => {
        some.target = targetOf({ maxPerSecond: 1 })
        some.begin(500)
      },
    ],
  ])('nothing while it %s', (_, change) => {
    const some = waiting()
    change(some)
    expect(some.maySend(1000)).toBe(false)
  })

  test('nothing while it rests after a failure of the server, and then what it fetches again', () => {
    const some = waiting()
    some.rest(700)
    expect([some.busy, some.wants > 0]).toEqual([false, true])
    some.take(due)
    expect(some.maySend(699)).toBe(false)
    expect(some.maySend(700)).toBe(true)
  })
})

describe('a channel wants', () => {
  test('more while its queue is at most half full', () => {
    const some = loaded()
    for (const one of many(8)) some.take(one)
    expect(some.wants).toBe(8)
    some.take({ ...due, id: 'one more' })
    expect(some.wants).toBe(0)
    expect(some.room).toBe(7)
  })

  test('only as much as it can send next if its receiver is slow, and only when its queue is empty', () => {
    const some = loaded()
    for (let send = 0; send < 50; send++) some.ended(true, 4000)
    expect(some.wants).toBe(8)
    some.take(due)
    expect(some.wants).toBe(0)
    expect(some.room).toBe(7)
    const failing = loaded()
    for (let send = 0; send < 8; send++) failing.ended(false, 1)
    expect(failing.wants).toBe(2)
  })

  test('nothing when both the queue and the journal have been read to their end', () => {
    const some = loaded()
    some.moreDue = false
    expect(some.wants).toBeGreaterThan(0)
    some.moreEvents = false
    expect(some.wants).toBe(0)
    some.lookAgain()
    expect([some.moreDue, some.moreEvents]).toEqual([true, true])
  })

  test('nothing when it is not loaded, leaves, or has another holder', () => {
    const leaving = loaded()
    leaving.leave()
    const lost = loaded()
    lost.lost = true
    expect([newChannel(), leaving, lost].map(({ wants }) => wants)).toEqual([0, 0, 0])
  })

  test('the next delivery of an object when one of that object is logged', () => {
    const some = loaded()
    some.moreDue = false
    for (const object of [null, 'ord_1']) {
      some.take({ ...due, object })
      some.logged({ ...due, object }, 1)
      expect(some.moreDue).toBe(object !== null)
    }
  })
})

describe('a channel is idle', () => {
  test('when it has been without deliveries for longer than it lingers', () => {
    const some = loaded()
    expect(some.isIdle(1000, 1000)).toBe(false)
    expect(some.isIdle(1001, 1000)).toBe(true)
    some.take(due)
    some.next()
    expect([some.busy, some.isIdle(5000, 1000)]).toEqual([true, false])
    some.logged(due, 5000)
    expect([some.isIdle(6000, 1000), some.isIdle(6001, 1000)]).toEqual([false, true])
  })

  test('not before it is loaded, nor while it rests', () => {
    expect(newChannel().isIdle(5000, 1000)).toBe(false)
    const resting = loaded()
    resting.rest(5000)
    expect([resting.isIdle(5000, 1000), resting.isIdle(5001, 1000)]).toEqual([false, true])
  })
})

test('a channel ends when its subscription turns out to be deleted', () => {
  const some = loaded()
  expect([newChannel().ends, some.ends]).toEqual([false, true])
  some.target = targetOf()
  expect(some.ends).toBe(false)
})

test('a channel whose progress the database has lost fetches all that has not started again, from there', () => {
  const some = loaded()
  some.progress = new Progress({ sequence: 5, done: [], moves: 2 })
  const [running, waiting] = many(2).map((one, index) => ({ ...one, first: index + 6 }))
  for (const one of [running!, waiting!]) some.take(one)
  some.progress.lookedTo(9)
  expect(some.next()).toBe(running)
  some.moreEvents = false
  some.restart({ sequence: 3, done: [4], moves: 1 })
  expect([some.queue, some.moreEvents, some.progress.looked, some.progress.moves]).toEqual([[], true, 3, 1])
  expect([4, 5, 6, 7].map(sequence => some.progress!.isNew(sequence))).toEqual([false, true, false, true])
})
