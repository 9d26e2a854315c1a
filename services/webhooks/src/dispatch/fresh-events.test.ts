import { SentEvent } from '../events/sent-event.ts'
import { FreshEvents } from './fresh-events.ts'
import type { ReadEvent } from './queue.store.ts'

const event = (sequence: number, takers: readonly number[] = [1], bytes = 100): ReadEvent => ({
  id: `evt_${sequence}`,
  sequence,
  enteredAt: '2026-11-22T00:00:00.000+00:00',
  takers,
  event: new SentEvent({ type: 'order.paid', requestId: 'r', sequence, payload: 'x'.repeat(bytes) }),
})
const versions = new Map([['whk_1', 1]])
const run = (after: number, last: number, events: readonly ReadEvent[]) => ({
  after,
  last,
  events,
  versions,
})
const requestOf = (after: number, most = 10, numbers = [1], school = 'a') => ({
  school,
  after,
  most,
  channels: numbers.map(number => ({ school, webhook: `whk_${number}`, fence: 1, number })),
})
const sequencesOf = (result: ReturnType<FreshEvents['taken']>) =>
  result && { sequences: result.events.map(({ sequence }) => sequence), till: result.till, more: result.more }

describe('events that were just entered', () => {
  test('answer a look for those that the channels take, up to the last one entered', () => {
    const fresh = new FreshEvents()
    fresh.add('a', run(4, 8, [event(5), event(6, [2]), event(7, [1, 2])]), 0)
    expect(sequencesOf(fresh.taken(requestOf(4), 0))).toEqual({ sequences: [5, 7], till: 8, more: false })
    expect(sequencesOf(fresh.taken(requestOf(5), 0))).toEqual({ sequences: [7], till: 8, more: false })
    expect(sequencesOf(fresh.taken(requestOf(7), 0))).toEqual({ sequences: [], till: 8, more: false })
    expect(sequencesOf(fresh.taken(requestOf(4, 10, [2]), 0))).toEqual({
      sequences: [6, 7],
      till: 8,
      more: false,
    })
    expect(fresh.taken(requestOf(4), 0)!.versions).toBe(versions)
  })

  test('are no answer where some may be missing before or behind them, or in another school', () => {
    const fresh = new FreshEvents()
    fresh.add('a', run(4, 6, [event(5), event(6)]), 0)
    expect(fresh.taken(requestOf(3), 0)).toBeNull()
    expect(fresh.taken(requestOf(6), 0)).toBeNull()
    expect(fresh.taken(requestOf(4, 10, [1], 'b'), 0)).toBeNull()
  })

  test('join those before them, with nothing missing in between', () => {
    const fresh = new FreshEvents()
    fresh.add('a', run(4, 5, [event(5)]), 0)
    fresh.add('a', run(5, 6, []), 0)
    fresh.add('a', run(6, 7, [event(7)]), 0)
    expect(sequencesOf(fresh.taken(requestOf(4), 0))).toEqual({ sequences: [5, 7], till: 7, more: false })
    // Another process has entered 8.
    fresh.add('a', run(8, 9, [event(9)]), 0)
    expect(fresh.taken(requestOf(4), 0)).toBeNull()
    expect(sequencesOf(fresh.taken(requestOf(8), 0))).toEqual({ sequences: [9], till: 9, more: false })
  })

  test('are kept up to 16 MB of all schools, and those of the school that was quiet the longest go first', () => {
    const fresh = new FreshEvents()
    const schools = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const school of schools) fresh.add(school, run(0, 1, [event(1, [1], 3 * 1024 * 1024)]), 0)
    const freshSchools = schools.filter(school => fresh.taken(requestOf(0, 10, [1], school), 0) !== null)
    expect(freshSchools).toEqual(['b', 'c', 'd', 'e', 'f'])
  })

  test('are given out some at a time, by count and by bytes', () => {
    const fresh = new FreshEvents()
    fresh.add('a', run(0, 3, [event(1), event(2), event(3)]), 0)
    expect(sequencesOf(fresh.taken(requestOf(0, 2), 0))).toEqual({ sequences: [1, 2], till: 2, more: true })
    expect(sequencesOf(fresh.taken(requestOf(0, 3), 0))).toEqual({
      sequences: [1, 2, 3],
      till: 3,
      more: false,
    })
    // Two of them are exactly the maximum.
    const large = 512 * 1024
    fresh.add('b', run(0, 3, [event(1, [1], large), event(2, [1], large), event(3, [1], large)]), 0)
    expect(sequencesOf(fresh.taken(requestOf(0, 10, [1], 'b'), 0))).toEqual({
      sequences: [1, 2],
      till: 2,
      more: true,
    })
  })

  test('are fresh for a second', () => {
    const fresh = new FreshEvents()
    fresh.add('a', run(0, 1, [event(1)]), 0)
    fresh.add('a', run(1, 2, [event(2)]), 600)
    expect(sequencesOf(fresh.taken(requestOf(0), 1000))).toMatchObject({ sequences: [1, 2] })
    expect(fresh.taken(requestOf(0), 1001)).toBeNull()
    expect(sequencesOf(fresh.taken(requestOf(1), 1600))).toMatchObject({ sequences: [2] })
    fresh.expire(1600)
    expect(sequencesOf(fresh.taken(requestOf(1), 1600))).toMatchObject({ sequences: [2] })
    fresh.expire(1601)
    expect(fresh.taken(requestOf(1), 1000)).toBeNull()
  })

  test('are kept up to some bytes of each school, the last ones', () => {
    const fresh = new FreshEvents()
    const many = (from: number, count: number, bytes: number) =>
      Array.from({ length: count }, (_, index) => event(from + index, [1], bytes))
    fresh.add('a', run(0, 1500, many(1, 1500, 1000)), 0)
    fresh.add('a', run(1500, 2500, many(1501, 1000, 1000)), 0)
    expect(sequencesOf(fresh.taken(requestOf(1499, 2), 0))).toMatchObject({ sequences: [1500, 1501] })
    fresh.add('a', run(2500, 3000, many(2501, 500, 1000)), 0)
    expect(fresh.taken(requestOf(1499), 0)).toBeNull()
    expect(fresh.taken(requestOf(1500), 0)).not.toBeNull()

    const megabyte = 1_000_000
    fresh.add('b', run(0, 3, many(1, 3, megabyte)), 0)
    fresh.add('b', run(3, 5, many(4, 2, megabyte)), 0)
    expect(fresh.taken(requestOf(0, 10, [1], 'b'), 0)).toBeNull()
    expect(fresh.taken(requestOf(3, 10, [1], 'b'), 0)).not.toBeNull()
  })
})
