import type { Due } from './due.ts'
import { Lane } from './lane.ts'
import { SentEvent } from './sent-event.ts'

const lane = () =>
  new Lane(
    { school: 'a', webhook: 'b', fence: 1, number: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )

describe('the number of parallel sends of a lane', () => {
  test.each([
    ['a brief one', 40, true, 8],
    ['one that takes two seconds', 2000, true, 8],
    ['one that takes four seconds', 4000, true, 4],
    ['one that takes all of its ten seconds and then says yes', 9900, true, 1],
    ['one that is never answered', 10_000, false, 1],
    ['one that fails at once', 1, false, 1],
  ])('%s', (_, slotMs, ok, bound) => {
    const some = lane()
    for (let send = 0; send < 50; send++) some.ended(ok, slotMs)
    expect(some.bound).toBe(bound)
  })

  test('one success among failures keeps the number', () => {
    const some = lane()
    for (const ok of [false, false, false, true, false, false, false, false, false, false, false])
      some.ended(ok, 1)
    expect(some.bound).toBe(8)
    some.ended(false, 1)
    expect(some.bound).toBe(1)
  })

  test('short sends restore the parallelism that long ones reduced', () => {
    const some = lane()
    for (let send = 0; send < 50; send++) some.ended(true, 10_000)
    for (let send = 0; send < 50; send++) some.ended(true, 10)
    expect(some.bound).toBe(8)
  })
})

describe('a lane without progress', () => {
  const ms = 15_000
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
    const some = lane()
    some.loaded = true
    return some
  }

  test('is released if it has work', () => {
    expect(lane().isStalled(ms, ms)).toBe(true)
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
    const resting = lane()
    resting.setAside(20_000)
    expect(resting.mayLoad(ms)).toBe(false)
    expect(resting.isStalled(ms, ms)).toBe(false)
    expect(resting.isStalled(20_001, ms)).toBe(false)
    expect(resting.mayLoad(20_001)).toBe(true)
    resting.reload()
    expect(resting.mayLoad(ms)).toBe(true)
  })
})

const target = {
  url: 'https://receiver.example/',
  secret: 's',
  rotation: null,
  headers: {},
  version: 1,
  active: true,
  maxParallel: null,
  maxPerSecond: null,
  sends: () => true,
  bodyOf: (event: SentEvent) => event.body(false),
}

test.each([
  [null, 8],
  [3, 3],
  [1, 1],
  [50, 8],
])('a subscription that allows %j sends at a time gets %i', (maxParallel, bound) => {
  const some = lane()
  some.target = { ...target, maxParallel }
  expect(some.bound).toBe(bound)
})

test('a subscription with a rate starts at most its rate in any second, and as many at once', () => {
  const some = lane()
  some.target = { ...target, maxPerSecond: 3 }
  const begun: number[] = []
  for (let now = 0; now < 5000; now += 10)
    while (some.pauseMs(now) === 0) {
      some.begin(now)
      begun.push(now)
    }
  expect(begun.slice(0, 3)).toEqual([0, 0, 0])
  for (const at of begun)
    expect(begun.filter(other => other >= at && other < at + 1000).length).toBeLessThanOrEqual(3)
  expect(begun).toHaveLength(15)
})

test('a queue that drains fast is filled with more at a time, up to two hundred; a slow one with less', () => {
  const some = lane()
  some.loaded = true
  const rooms = [0, 100, 200, 300, 400, 500, 1500, 2500].map(now => {
    some.fetches(now)
    return some.room
  })
  expect(rooms).toEqual([32, 64, 128, 200, 200, 200, 100, 50])
})

test('a queue has a maximum of bytes: more is fetched when some of it is sent', () => {
  const some = lane()
  some.loaded = true
  const event = (bytes: number) =>
    new SentEvent({ type: 'order.paid', requestId: 'r', sequence: 1, payload: 'x'.repeat(bytes) })
  const due = (id: string, bytes: number): Due => ({
    id,
    at: '',
    first: null,
    attempts: 0,
    manual: false,
    replayed: false,
    eventId: id,
    object: null,
    event: event(bytes),
  })
  some.take(due('a', 600_000))
  expect(some.wants).toBeGreaterThan(0)
  some.take(due('b', 600_000))
  expect(some.wants).toBe(0)
  expect(some.next().id).toBe('a')
  expect(some.wants).toBeGreaterThan(0)
  some.take(due('c', 600_000))
  some.moreDue = false
  some.moreEvents = false
  expect(some.wants).toBe(0)
  some.dropQueue()
  expect(some.wants).toBeGreaterThan(0)
})
