import { newId } from '@lms/contract'
import fc from 'fast-check'
import { Channel } from './delivery-queue.ts'
import { Slots } from './slots.ts'

const channelOf = (school: string) =>
  new Channel(
    { school, webhook: newId('whk'), fence: 1, number: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )
const slotsOf = (bounds: { parallel?: number; schoolParallel?: number; channel?: number } = {}) =>
  new Slots({
    parallel: bounds.parallel ?? 512,
    schoolParallel: bounds.schoolParallel ?? 64,
    channelParallel: () => bounds.channel ?? 8,
  })
/** Takes as many as it can for a channel, and gives how many. */
const takeAll = (slots: Slots, channel: Channel): number => {
  let count = 0
  while (slots.take(channel)) count++
  return count
}

describe('slots', () => {
  test('a channel alone gets its bound, a school alone its own', () => {
    const slots = slotsOf()
    const first = channelOf('a')
    expect(takeAll(slots, first)).toBe(8)
    expect(slots.isFull(first)).toBe(true)
    for (let more = 0; more < 40; more++) takeAll(slots, channelOf('a'))
    expect(slots.taken).toBe(64)
    expect(slots.take(channelOf('a'))).toBe(false)
  })

  test('a school that has had its turn waits behind those that came meanwhile', () => {
    const slots = slotsOf({ parallel: 1 })
    const [a, b] = [channelOf('a'), channelOf('b')]
    const turn = () => {
      const channel = slots.next()!
      slots.release(channel)
      return channel.key.school
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
        (schools, channels, parallel) => {
          const slots = slotsOf({ parallel })
          const all = Array.from({ length: channels }, () =>
            Array.from({ length: schools }, (_, school) => channelOf(`school ${school}`)),
          ).flat()
          while (all.filter(channel => slots.take(channel)).length > 0);
          expect(slots.taken).toBeLessThan(parallel)
          expect(slots.take(channelOf('the one that comes later'))).toBe(true)
        },
      ),
    )
  })

  test('hung channels of a school leave a slot for another of its channels', () => {
    const slots = slotsOf()
    for (let index = 0; index < 8; index++) takeAll(slots, channelOf('a'))
    expect(slots.take(channelOf('a'))).toBe(true)
  })

  test('turns go round by school, then by channel', () => {
    const slots = slotsOf({ parallel: 1, schoolParallel: 1, channel: 1 })
    const holder = channelOf('holder')
    slots.take(holder)
    const [a1, a2, a3, b1] = ['a', 'a', 'a', 'b'].map(channelOf) as [Channel, Channel, Channel, Channel]
    for (const channel of [a1, a2, a3, b1, a1]) slots.wait(channel)
    expect(slots.next()).toBeNull()
    slots.release(holder)
    const turns = []
    for (let channel = slots.next(); channel; channel = slots.next()) {
      turns.push(channel)
      slots.release(channel)
      if (turns.length === 1) slots.wait(channel)
    }
    expect(turns).toEqual([a1, b1, a2, a3, a1])
  })
})
