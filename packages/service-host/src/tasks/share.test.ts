import fc from 'fast-check'
import { type Ready, share } from './share.ts'

const none = () => 0
const anyRoom = () => Number.POSITIVE_INFINITY
const ready = (queue: string, school: string, runs: number): Ready => ({ queue, school, runs })
const runsOf = (quotas: Ready[]) => quotas.map(({ queue, school, runs }) => [queue, school, runs])

test('one school alone gets half of the slots', () => {
  expect(runsOf(share([ready('q', 'a', 100)], { free: 8, countRunning: none, room: anyRoom }))).toEqual([
    ['q', 'a', 4],
  ])
})

test('two schools get a third each, over all their queues', () => {
  const all = [ready('q', 'a', 100), ready('q', 'b', 100), ready('r', 'a', 100)]
  const quotas = share(all, { free: 9, countRunning: none, room: anyRoom })
  const of = (name: string) =>
    quotas.filter(({ school }) => school === name).reduce((sum, { runs }) => sum + runs, 0)
  expect([of('a'), of('b')]).toEqual([3, 3])
})

test('a school with as many slots as are free gets none', () => {
  const countRunning = (school: string) => (school === 'a' ? 4 : 0)
  const quotas = share([ready('q', 'a', 9), ready('q', 'b', 1)], { free: 4, countRunning, room: anyRoom })
  expect(runsOf(quotas)).toEqual([['q', 'b', 1]])
})

test('a queue gets at most its maximum of runs', () => {
  const room = (queue: string) => (queue === 'slow' ? 1 : 10)
  const quotas = share([ready('slow', 'a', 5), ready('slow', 'b', 5), ready('q', 'b', 1)], {
    free: 20,
    countRunning: none,
    room,
  })
  expect(runsOf(quotas)).toEqual([
    ['slow', 'a', 1],
    ['q', 'b', 1],
  ])
})

test.each([
  ['none', 0, 1],
  ['one', 1, 0],
])('in a queue with two runs at once a school with %s of them gets %i', (_, running, expected) => {
  const countRunning = (_school: string, queue?: string) => (queue === 'slow' ? running : 2)
  const quotas = share([ready('slow', 'a', 5)], { free: 20, countRunning, room: () => 2 - running })
  expect(runsOf(quotas)).toEqual(expected ? [['slow', 'a', expected]] : [])
})

test('the last run of a queue goes to a school that has none', () => {
  const countRunning = (school: string) => (school === 'a' ? 1 : 0)
  const all = [ready('slow', 'a', 5), ready('slow', 'b', 5)]
  expect(runsOf(share(all, { free: 20, countRunning, room: () => 1 }))).toEqual([['slow', 'b', 1]])
})

test('any ready tasks: never more than are free, none without need, and nobody without one while slots are free', () => {
  const readies = fc.uniqueArray(
    fc.record({
      queue: fc.constantFrom('q', 'r'),
      school: fc.constantFrom('a', 'b', 'c', 'd'),
      runs: fc.integer({ min: 1, max: 40 }),
    }),
    { selector: ({ queue, school }) => queue + school },
  )
  fc.assert(
    fc.property(readies, fc.integer({ min: 0, max: 32 }), (all, free) => {
      const quotas = share(all, { free, countRunning: none, room: anyRoom })
      const total = quotas.reduce((sum, { runs }) => sum + runs, 0)
      expect(total).toBeLessThanOrEqual(free)
      for (const quota of quotas)
        expect(quota.runs).toBeLessThanOrEqual(
          all.find(one => one.queue === quota.queue && one.school === quota.school)!.runs,
        )
      const schools = new Set(all.map(({ school }) => school))
      if (free > schools.size) expect(new Set(quotas.map(({ school }) => school))).toEqual(schools)
    }),
  )
})
