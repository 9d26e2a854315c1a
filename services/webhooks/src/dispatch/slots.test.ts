import { newId } from '@lms/contract'
import fc from 'fast-check'
import { Lane } from './lane.ts'
import { Slots } from './slots.ts'

const laneOf = (school: string) =>
  new Lane(
    { school, webhook: newId('whk'), fence: 1, number: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )
const slotsOf = (bounds: { parallel?: number; schoolParallel?: number; lane?: number } = {}) =>
  new Slots({
    parallel: bounds.parallel ?? 512,
    schoolParallel: bounds.schoolParallel ?? 64,
    laneParallel: () => bounds.lane ?? 8,
  })
/** Takes as many as it can for a lane, and gives how many. */
const takeAll = (slots: Slots, lane: Lane): number => {
  let taken = 0
  while (slots.take(lane)) taken++
  return taken
}

describe('slots', () => {
  test('a lane alone gets its bound, a school alone its own', () => {
    const slots = slotsOf()
    const first = laneOf('a')
    expect(takeAll(slots, first)).toBe(8)
    expect(slots.isFull(first)).toBe(true)
    for (let more = 0; more < 40; more++) takeAll(slots, laneOf('a'))
    expect(slots.taken).toBe(64)
    expect(slots.take(laneOf('a'))).toBe(false)
  })

  test('a school that has had its turn waits behind those that came meanwhile', () => {
    const slots = slotsOf({ parallel: 1 })
    const [a, b] = [laneOf('a'), laneOf('b')]
    const turn = () => {
      const lane = slots.next()!
      slots.release(lane)
      return lane.key.school
    }
    slots.wait(a)
    const first = turn()
    slots.wait(b)
    slots.wait(a)
    expect([first, turn(), turn()]).toEqual(['a', 'b', 'a'])
    expect(slots.next()).toBeNull()
  })

  test('any number of schools that release nothing leave slots for a later one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 64, max: 512 }),
        (schools, lanes, parallel) => {
          const slots = slotsOf({ parallel })
          const all = Array.from({ length: lanes }, () =>
            Array.from({ length: schools }, (_, school) => laneOf(`school ${school}`)),
          ).flat()
          while (all.filter(lane => slots.take(lane)).length > 0);
          expect(slots.taken).toBeLessThan(parallel)
          expect(slots.take(laneOf('the one that comes later'))).toBe(true)
        },
      ),
    )
  })

  test('hung lanes of a school leave a slot for another of its lanes', () => {
    const slots = slotsOf()
    for (let lane = 0; lane < 8; lane++) takeAll(slots, laneOf('a'))
    expect(slots.take(laneOf('a'))).toBe(true)
  })

  test('turns go round by school, then by lane', () => {
    const slots = slotsOf({ parallel: 1, schoolParallel: 1, lane: 1 })
    const holder = laneOf('holder')
    slots.take(holder)
    const [a1, a2, a3, b1] = ['a', 'a', 'a', 'b'].map(laneOf) as [Lane, Lane, Lane, Lane]
    for (const lane of [a1, a2, a3, b1, a1]) slots.wait(lane)
    expect(slots.next()).toBeNull()
    slots.release(holder)
    const turns = []
    for (let lane = slots.next(); lane; lane = slots.next()) {
      turns.push(lane)
      slots.release(lane)
      if (turns.length === 1) slots.wait(lane)
    }
    expect(turns).toEqual([a1, b1, a2, a3, a1])
  })
})
