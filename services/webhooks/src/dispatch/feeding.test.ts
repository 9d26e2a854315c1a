import { jest } from '@jest/globals'
import type { Clock } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import type { Target } from '../webhooks/target.ts'
import type { Due } from './due.ts'
import { Feeding, handOut, readsOf } from './feeding.ts'
import { FreshEvents } from './fresh-events.ts'
import { Lane } from './lane.ts'
import { Progress } from './progress.ts'
import type { Asked, QueueStore, TakenEvent } from './queue.store.ts'

let numbers = 0
const laneAt = (sequence: number, school = 'a') => {
  const number = ++numbers
  const lane = new Lane(
    { school, webhook: `whk_${number}`, fence: 1, number },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )
  lane.loaded = true
  lane.progress = new Progress({ sequence, done: [], moves: 0 })
  return lane
}
const event = (sequence: number, lanes: readonly Lane[]): TakenEvent => ({
  sequence,
  id: `evt_${sequence}`,
  enteredAt: '2026-01-01T00:00:00.000+00:00',
  takers: lanes.map(({ key }) => key.number),
  event: new SentEvent({ type: 'order.paid', requestId: 'r', sequence, payload: '{"id":"a","data":{}}' }),
})
const versions = { get: () => undefined } as unknown as ReadonlyMap<string, number>
const sequencesOf = (lane: Lane) => lane.queue.map(({ first }) => first)
const rising = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('reads of the journal', () => {
  test('are shared by lanes of one school with near positions', () => {
    const [first, second, far, other] = [laneAt(10), laneAt(60), laneAt(5000), laneAt(10, 'b')]
    const reads = readsOf([first!, second!, far!, other!], [first!, second!, far!, other!])
    expect(
      reads.map(({ asked: { school, after, lanes } }) => ({
        school,
        after,
        numbers: lanes.map(({ number }) => number),
      })),
    ).toEqual([
      { school: 'a', after: 10, numbers: [first!.key.number, second!.key.number] },
      { school: 'a', after: 5000, numbers: [far!.key.number] },
      { school: 'b', after: 10, numbers: [other!.key.number] },
    ])
  })

  test('ask for as many as the lane with the most room takes, and at most 500', () => {
    const [small, large] = [laneAt(10), laneAt(10)]
    jest.spyOn(small!, 'room', 'get').mockReturnValue(3)
    const roomy = jest.spyOn(large!, 'room', 'get').mockReturnValue(120)
    const most = () => readsOf([small!, large!], [small!, large!]).map(({ asked }) => asked.most)
    expect(most()).toEqual([120])
    roomy.mockReturnValue(800)
    expect(most()).toEqual([500])
  })

  test('also serve lanes that could take more and do not ask yet', () => {
    const [hungry, beside, behind] = [laneAt(10), laneAt(12), laneAt(9)]
    const [read] = readsOf([hungry!], [hungry!, beside!, behind!])
    expect(read!.lanes).toEqual([hungry, beside])
  })
})

describe('events of a read', () => {
  const read = (lanes: Lane[], after = 0) => ({
    asked: { school: 'a', after, lanes: [], most: 500 },
    lanes,
  })

  test('go to the lanes that take them, once, and all lanes reach the end of the read', () => {
    const [one, two] = [laneAt(0), laneAt(2)]
    const events = [event(1, [one!, two!]), event(3, [one!, two!]), event(4, [two!])]
    for (const lane of [one!, two!]) lane.moreEvents = false
    handOut(read([one!, two!]), { events, till: 9, more: false, versions })
    expect([one!, two!].map(sequencesOf)).toEqual([
      [1, 3],
      [3, 4],
    ])
    expect([one!, two!].map(({ progress }) => progress!.looked)).toEqual([9, 9])
    expect([one!, two!].map(({ moreEvents }) => moreEvents)).toEqual([false, false])
  })

  test('are left for later if a lane has no room', () => {
    const lane = laneAt(0)
    const room = lane.room
    const events = rising(1, room + 5).map(sequence => event(sequence, [lane]))
    lane.moreEvents = false
    handOut(read([lane]), { events, till: room + 5, more: false, versions })
    expect(sequencesOf(lane)).toEqual(rising(1, room))
    expect(lane.progress!.looked).toBe(room)
    expect(lane.moreEvents).toBe(true)
  })

  test('do not reach a lane that has gone back meanwhile, because it would miss some', () => {
    const lane = laneAt(5)
    lane.progress!.drop(3)
    lane.moreEvents = false
    handOut(read([lane], 5), { events: [event(6, [lane])], till: 6, more: false, versions })
    expect(sequencesOf(lane)).toEqual([])
    expect(lane.progress!.looked).toBe(2)
    expect(lane.moreEvents).toBe(true)
  })

  test('are incomplete if the read ended early', () => {
    const lane = laneAt(0)
    lane.moreEvents = false
    handOut(read([lane]), { events: [event(1, [lane])], till: 1, more: true, versions })
    expect(lane.moreEvents).toBe(true)
  })

  test('do not go to a lane whose subscription has changed: it is loaded again', () => {
    const lane = laneAt(0)
    handOut(read([lane]), {
      events: [event(1, [lane])],
      till: 1,
      more: false,
      versions: new Map([[lane.key.webhook, 2]]),
    })
    expect(sequencesOf(lane)).toEqual([])
    expect(lane.loaded).toBe(false)
    expect(lane.progress!.looked).toBe(0)
  })
})

describe('events that this process has just entered', () => {
  /** A queue without deliveries, over a journal that has event 2 besides. */
  const feedingOf = (fresh: FreshEvents) => {
    const asked: number[] = []
    const store = {
      due: async () => ({ found: new Map(), cut: new Set() }),
      taken: async (all: Asked[]) =>
        all.map(({ after, lanes }) => {
          asked.push(after)
          return { events: [], till: 2, more: false, versions: new Map(lanes.map(key => [key.webhook, 2])) }
        }),
    }
    const clock = { now: () => new Date(0) } as Clock
    return { feeding: new Feeding(store as unknown as QueueStore, fresh, clock), asked }
  }
  const laneOf = (version: number) => {
    const lane = laneAt(0)
    lane.target = { version } as Target
    return lane
  }
  const entered = (lane: Lane, version: number) => {
    const fresh = new FreshEvents()
    const versions = new Map([[lane.key.webhook, version]])
    fresh.add('a', { after: 0, last: 1, events: [event(1, [lane])], versions }, Number.POSITIVE_INFINITY)
    return fresh
  }

  test('are taken up without a look at the journal, which is asked for what follows', async () => {
    const lane = laneOf(2)
    const { feeding, asked } = feedingOf(entered(lane, 2))
    await feeding.feed([lane])
    expect(sequencesOf(lane)).toEqual([1])
    expect({ looked: lane.progress!.looked, more: lane.moreEvents, asked }).toEqual({
      looked: 1,
      more: false,
      asked: [],
    })
    lane.moreEvents = true
    await feeding.feed([lane])
    expect({ looked: lane.progress!.looked, asked }).toEqual({ looked: 2, asked: [1] })
  })

  test.each([1, 3])('are read where the subscription is known as another one: version %i', async version => {
    const lane = laneOf(2)
    const { feeding, asked } = feedingOf(entered(lane, version))
    await feeding.feed([lane])
    expect({ queue: sequencesOf(lane), asked }).toEqual({ queue: [], asked: [0] })
  })
})

describe('due deliveries of the queue', () => {
  const due = (id: string, attempts = 1): Due => ({
    id,
    at: '',
    first: null,
    attempts,
    manual: false,
    replayed: false,
    eventId: id,
    object: null,
    event: null,
  })
  const some = (count: number, attempts?: number) =>
    Array.from({ length: count }, (_, index) => due(String(index), attempts))
  /** Feeds lanes from this queue, with nothing in the journal. */
  const feed = async (lanes: Lane[], rows: Due[], { cut = false, meanwhile = () => {} } = {}) => {
    const asked: number[] = []
    const store = {
      due: async (all: Lane[]) => {
        asked.push(all.length)
        meanwhile()
        const names = all.map(({ key }) => key.webhook)
        return { found: new Map(names.map(name => [name, rows])), cut: new Set(cut ? names : []) }
      },
      taken: async (all: Asked[]) => all.map(() => ({ events: [], till: 0, more: false, versions })),
    }
    const clock = { now: () => new Date(0) } as Clock
    await new Feeding(store as unknown as QueueStore, new FreshEvents(), clock).feed(lanes)
    return asked
  }
  const laneWithout = (what: 'moreEvents' | 'moreDue' | null) => {
    const lane = laneAt(0)
    if (what) lane[what] = false
    return lane
  }

  test.each<[string, number, boolean, boolean]>([
    ['fewer than it has room for, so it has all', 15, false, false],
    ['as many as it has room for', 16, false, true],
    ['only those that the bytes of a fetch allow', 3, true, true],
  ])('a lane gets %s', async (_, count, cut, more) => {
    const lane = laneWithout('moreEvents')
    await feed([lane], some(count), { cut })
    expect([lane.queue.length, lane.moreDue]).toEqual([count, more])
  })

  test('first attempts of the queue leave half of the room to events of the journal, and retries do not', async () => {
    const [both, queue, retried] = [laneWithout(null), laneWithout('moreEvents'), laneWithout(null)]
    await feed([both], some(16, 0))
    expect([both.queue.length, both.moreDue]).toEqual([8, true])
    await feed([queue], some(15, 0))
    expect([queue.queue.length, queue.moreDue]).toEqual([15, false])
    await feed([retried], some(15))
    expect([retried.queue.length, retried.moreDue]).toEqual([15, false])
  })

  test('are not asked for a lane that wants none, whose next fetch is then no larger', async () => {
    const lane = laneWithout('moreEvents')
    lane.target = { maxParallel: 1 } as Target
    for (let index = 0; index < 2; index++) lane.take(due(`waits ${index}`))
    const fetches = jest.spyOn(lane, 'fetches')
    expect(await feed([lane], some(9))).toEqual([])
    expect(fetches).not.toHaveBeenCalled()
  })

  test('are not asked for a lane that has them all, and a hundred lanes are asked for at once', async () => {
    expect(await feed([laneWithout('moreDue')], [])).toEqual([])
    const lanes = Array.from({ length: 250 }, () => laneWithout('moreEvents'))
    expect(await feed(lanes, [])).toEqual([100, 100, 50])
  })

  test('do not go to a lane that leaves while they are read', async () => {
    const lane = laneWithout('moreEvents')
    await feed([lane], some(1), { meanwhile: () => lane.leave() })
    expect([lane.queue.length, lane.moreDue]).toEqual([0, true])
  })

  test('are asked for again by a lane that drops its queue meanwhile, and those of the read are not lost', async () => {
    const lane = laneWithout('moreEvents')
    lane.take(due('waiting'))
    await feed([lane], [due('read')], { meanwhile: () => lane.dropQueue() })
    expect([lane.queue.map(({ id }) => id), lane.moreDue]).toEqual([['read'], true])
    expect([...lane.known]).toEqual(['read'])
  })

  test('are asked for again when they could not be read, and so is the journal', async () => {
    const away = async () => {
      throw new Error('away')
    }
    const none = async () => ({ found: new Map(), cut: new Set() })
    for (const due of [away, none]) {
      const lane = laneAt(0)
      const store = { due, taken: away } as unknown as QueueStore
      const feeding = new Feeding(store, new FreshEvents(), { now: () => new Date(0) } as Clock)
      await expect(feeding.feed([lane])).rejects.toThrow('away')
      expect([lane.moreDue, lane.moreEvents]).toEqual([due === away, true])
    }
  })
})
