import fc from 'fast-check'
import { type QueueLimits, Queues } from './fair-queues.ts'

const each: QueueLimits = { slots: 64, slotsPerQueue: 64, together: 1, waiting: 256 }
const batches: QueueLimits = { slots: 64, slotsPerQueue: 1, together: 200, waiting: 400 }

/** Queues whose runs end when the test says, at a time that the test sets. */
function world(limits: QueueLimits) {
  const runs: { queue: string; items: number[]; end: () => Promise<void> }[] = []
  const ended: number[] = []
  const time = { now: 0 }
  const act = (items: number[], queue: string) =>
    new Promise<void>(resolve => {
      const run = {
        queue,
        items,
        end: async () => {
          runs.splice(runs.indexOf(run), 1)
          ended.push(...items)
          resolve()
          await settled()
        },
      }
      runs.push(run)
    })
  const queues = new Queues<number>(limits, act, () => time.now)
  const offer = (queue: string, key: number, bytes = 1) => queues.offer(queue, { key, item: key, bytes })
  const countRuns = (queue: string) => runs.filter(run => run.queue === queue).length
  return { queues, offer, runs, ended, time, countRuns }
}
/** Until what follows from an end has begun. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('ten thousand items of a school whose work does not end keep no other from a place', async () => {
  const { offer, countRuns } = world(each)
  for (const key of numbers(0, 10_000)) {
    offer('slow', key)
    if (key % 64 === 0) await settled()
  }
  expect(countRuns('slow')).toBe(32)
  expect(offer('other', 10_000)).toBe(0)
  await settled()
  expect(countRuns('other')).toBe(1)
})

test('a batch of a school that takes long holds up no batch of another, and what comes meanwhile goes together', async () => {
  const { offer, runs, ended } = world(batches)
  for (const key of numbers(0, 5)) offer('slow', key)
  for (const key of numbers(5, 3)) offer('quick', key)
  await settled()
  expect(runs.map(({ items }) => items)).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6, 7],
  ])
  await runs[1]!.end()
  for (const key of numbers(8, 3)) offer('slow', key)
  for (const key of numbers(11, 2)) offer('quick', key)
  await settled()
  expect(runs.map(({ items }) => items)).toEqual([
    [0, 1, 2, 3, 4],
    [11, 12],
  ])
  await runs[0]!.end()
  expect(runs.map(({ items }) => items)).toEqual([
    [11, 12],
    [8, 9, 10],
  ])
  expect(ended).toEqual([5, 6, 7, 0, 1, 2, 3, 4])
})

test('what finds no room comes again at about the pace of its school, within a minute', async () => {
  const { offer, runs, time } = world(each)
  for (const key of numbers(0, 128)) offer('a', key)
  await settled()
  const delays = numbers(1000, 1000).map(key => offer('a', key))
  expect(delays.filter(delay => delay === 0)).toHaveLength(32)
  // Unknown yet: two milliseconds each.
  expect(delays.at(-1)).toBeLessThan(3000)
  // It has one in a second for a while, and so comes back when there is room; then nothing at all for a minute.
  for (let n = 0; n < 100; n++) {
    time.now += 1000
    await runs[0]!.end()
  }
  for (const key of numbers(3000, 200)) offer('a', key)
  const later = offer('a', 5000)
  expect(later).toBeGreaterThan(30_000)
  time.now += 60_000
  expect(offer('a', 5001)).toBeLessThanOrEqual(60_100)
})

test('delays are whole milliseconds: the server takes no fractions', () => {
  const { offer, time } = world(each)
  time.now = 0.123
  for (const key of numbers(0, 300)) expect(Number.isInteger(offer('a', key))).toBe(true)
})

test('an item that waits or is worked on is not taken twice; after its end it is', async () => {
  const { offer, runs } = world({ ...each, slots: 2 })
  offer('a', 1)
  offer('a', 2)
  await settled()
  for (const key of [1, 2]) expect(offer('a', key)).toBe(0)
  await runs[0]!.end()
  expect(runs.map(({ items }) => items)).toEqual([[2]])
  offer('a', 1)
  await runs[0]!.end()
  expect(runs.map(({ items }) => items)).toEqual([[1]])
})

test('a school has room for bytes as for items, and for one item of any size', async () => {
  const { offer } = world(batches)
  const megabyte = 1024 * 1024
  offer('other', 0, megabyte)
  const accepted = numbers(1, 20).filter(key => offer('a', key, megabyte) === 0)
  expect(accepted).toHaveLength(4)
  expect(offer('b', 30, 20 * megabyte)).toBe(0)
  expect(offer('c', 31, megabyte)).toBe(0)
})

test('a stop begins nothing more, returns what waits, and waits for what runs', async () => {
  const { queues, offer, runs, ended } = world({ ...each, slots: 2 })
  for (const key of [1, 2, 3]) offer('a', key)
  await settled()
  expect(queues.stop()).toEqual([2, 3])
  const over = queues.ended()
  await runs[0]!.end()
  await over
  expect(runs).toHaveLength(0)
  expect(ended).toEqual([1])
})

test('places are bounded, a school has at most half of them, its order is kept, and all that is taken is done once', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ queue: fc.constantFrom('a', 'b', 'c'), end: fc.constant(null) }),
      fc.record({ queue: fc.constant(null), end: fc.nat(20) }),
    ),
    { maxLength: 200 },
  )
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, slots, together) => {
        const { offer, runs, ended, time, countRuns } = world({
          slots,
          slotsPerQueue: 4,
          together,
          waiting: 20,
        })
        const keysByQueue = new Map<string, number[]>()
        const queueOfKey = new Map<number, string>()
        const started: number[] = []
        for (const [key, { queue, end }] of all.entries()) {
          time.now += 7
          if (queue !== null && offer(queue, key) === 0) {
            keysByQueue.set(queue, [...(keysByQueue.get(queue) ?? []), key])
            queueOfKey.set(key, queue)
          }
          if (end !== null && runs.length) await runs[end % runs.length]!.end()
          await settled()
          for (const { items } of runs)
            for (const item of items) if (!started.includes(item)) started.push(item)
          expect(runs.length).toBeLessThanOrEqual(slots)
          for (const name of ['a', 'b', 'c'])
            expect(countRuns(name)).toBeLessThanOrEqual(Math.min(4, Math.ceil(slots / 2)))
        }
        while (runs.length) {
          await runs[0]!.end()
          for (const { items } of runs)
            for (const item of items) if (!started.includes(item)) started.push(item)
        }
        for (const [queue, keys] of keysByQueue)
          expect(started.filter(key => queueOfKey.get(key) === queue)).toEqual(
            keys.filter(key => started.includes(key)),
          )
        expect(ended.toSorted((x, y) => x - y)).toEqual([...queueOfKey.keys()])
      },
    ),
  )
})
