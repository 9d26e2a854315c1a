import fc from 'fast-check'
import { type LaneLimits, Lanes } from './lanes.ts'

const each: LaneLimits = { places: 64, placesOfLane: 64, together: 1, waiting: 256 }
const batches: LaneLimits = { places: 64, placesOfLane: 1, together: 200, waiting: 400 }

/** Lanes whose runs end when the test says, at a time that the test sets. */
function world(limits: LaneLimits) {
  const runs: { lane: string; items: number[]; end: () => Promise<void> }[] = []
  const ended: number[] = []
  const time = { now: 0 }
  const act = (items: number[], lane: string) =>
    new Promise<void>(resolve => {
      const run = {
        lane,
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
  const lanes = new Lanes<number>(limits, act, () => time.now)
  const offer = (lane: string, key: number, bytes = 1) => lanes.offer(lane, { key, item: key, bytes })
  const held = (lane: string) => runs.filter(run => run.lane === lane).length
  return { lanes, offer, runs, ended, time, held }
}
/** Until what follows from an end has begun. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('ten thousand items of a school whose work does not end keep no other from a place', async () => {
  const { offer, held } = world(each)
  for (const key of numbers(0, 10_000)) {
    offer('slow', key)
    if (key % 64 === 0) await settled()
  }
  expect(held('slow')).toBe(32)
  expect(offer('other', 10_000)).toBe(0)
  await settled()
  expect(held('other')).toBe(1)
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
  const { offer, runs } = world({ ...each, places: 2 })
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
  const taken = numbers(1, 20).filter(key => offer('a', key, megabyte) === 0)
  expect(taken).toHaveLength(4)
  expect(offer('b', 30, 20 * megabyte)).toBe(0)
  expect(offer('c', 31, megabyte)).toBe(0)
})

test('a stop begins nothing more, returns what waits, and waits for what runs', async () => {
  const { lanes, offer, runs, ended } = world({ ...each, places: 2 })
  for (const key of [1, 2, 3]) offer('a', key)
  await settled()
  expect(lanes.stop()).toEqual([2, 3])
  const over = lanes.ended()
  await runs[0]!.end()
  await over
  expect(runs).toHaveLength(0)
  expect(ended).toEqual([1])
})

test('places are bounded, a school has at most half of them, its order is kept, and all that is taken is done once', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ lane: fc.constantFrom('a', 'b', 'c'), end: fc.constant(null) }),
      fc.record({ lane: fc.constant(null), end: fc.nat(20) }),
    ),
    { maxLength: 200 },
  )
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, places, together) => {
        const { offer, runs, ended, time, held } = world({ places, placesOfLane: 4, together, waiting: 20 })
        const taken = new Map<string, number[]>()
        const laneOf = new Map<number, string>()
        const begun: number[] = []
        for (const [key, { lane, end }] of all.entries()) {
          time.now += 7
          if (lane !== null && offer(lane, key) === 0) {
            taken.set(lane, [...(taken.get(lane) ?? []), key])
            laneOf.set(key, lane)
          }
          if (end !== null && runs.length) await runs[end % runs.length]!.end()
          await settled()
          for (const { items } of runs) for (const item of items) if (!begun.includes(item)) begun.push(item)
          expect(runs.length).toBeLessThanOrEqual(places)
          for (const name of ['a', 'b', 'c'])
            expect(held(name)).toBeLessThanOrEqual(Math.min(4, Math.ceil(places / 2)))
        }
        while (runs.length) {
          await runs[0]!.end()
          for (const { items } of runs) for (const item of items) if (!begun.includes(item)) begun.push(item)
        }
        for (const [lane, keys] of taken)
          expect(begun.filter(key => laneOf.get(key) === lane)).toEqual(
            keys.filter(key => begun.includes(key)),
          )
        expect(ended.toSorted((x, y) => x - y)).toEqual([...laneOf.keys()])
      },
    ),
  )
})
