import { jest } from '@jest/globals'
import type { Clock } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import type { Target } from '../webhooks/target.ts'
import { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import { Feeding, handOut, readsOf } from './feeding.ts'
import { FreshEvents } from './fresh-events.ts'
import { Progress } from './progress.ts'
import type { QueueStore, ReadEvent, ReadRequest } from './queue.store.ts'

let numbers = 0
const channelAt = (sequence: number, school = 'a') => {
  const number = ++numbers
  const channel = new Channel(
    { school, webhook: `whk_${number}`, fence: 1, number },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )
  channel.loaded = true
  channel.progress = new Progress({ sequence, done: [], moves: 0 })
  return channel
}
const event = (sequence: number, channels: readonly Channel[]): ReadEvent => ({
  sequence,
  id: `evt_${sequence}`,
  enteredAt: '2026-01-01T00:00:00.000+00:00',
  takers: channels.map(({ key }) => key.number),
  event: new SentEvent({ type: 'order.paid', requestId: 'r', sequence, payload: '{"id":"a","data":{}}' }),
})
const versions = { get: () => undefined } as unknown as ReadonlyMap<string, number>
const sequencesOf = (channel: Channel) => channel.queue.map(({ first }) => first)
const rising = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('reads of the journal', () => {
  test('are shared by channels of one school with near positions', () => {
    const [first, second, far, other] = [channelAt(10), channelAt(60), channelAt(5000), channelAt(10, 'b')]
    const reads = readsOf([first!, second!, far!, other!], [first!, second!, far!, other!])
    expect(
      reads.map(({ request: { school, after, channels } }) => ({
        school,
        after,
        numbers: channels.map(({ number }) => number),
      })),
    ).toEqual([
      { school: 'a', after: 10, numbers: [first!.key.number, second!.key.number] },
      { school: 'a', after: 5000, numbers: [far!.key.number] },
      { school: 'b', after: 10, numbers: [other!.key.number] },
    ])
  })

  test('ask for as many as the channel with the most room takes, and at most 500', () => {
    const [small, large] = [channelAt(10), channelAt(10)]
    jest.spyOn(small!, 'room', 'get').mockReturnValue(3)
    const roomy = jest.spyOn(large!, 'room', 'get').mockReturnValue(120)
    const most = () => readsOf([small!, large!], [small!, large!]).map(({ request }) => request.most)
    expect(most()).toEqual([120])
    roomy.mockReturnValue(800)
    expect(most()).toEqual([500])
  })

  test('also serve channels that could take more and do not ask yet', () => {
    const [hungry, beside, behind] = [channelAt(10), channelAt(12), channelAt(9)]
    const [read] = readsOf([hungry!], [hungry!, beside!, behind!])
    expect(read!.channels).toEqual([hungry, beside])
  })
})

describe('events of a read', () => {
  const read = (channels: Channel[], after = 0) => ({
    request: { school: 'a', after, channels: [], most: 500 },
    channels,
  })

  test('go to the channels that take them, once, and all channels reach the end of the read', () => {
    const [one, two] = [channelAt(0), channelAt(2)]
    const events = [event(1, [one!, two!]), event(3, [one!, two!]), event(4, [two!])]
    for (const channel of [one!, two!]) channel.moreEvents = false
    handOut(read([one!, two!]), { events, till: 9, more: false, versions })
    expect([one!, two!].map(sequencesOf)).toEqual([
      [1, 3],
      [3, 4],
    ])
    expect([one!, two!].map(({ progress }) => progress!.looked)).toEqual([9, 9])
    expect([one!, two!].map(({ moreEvents }) => moreEvents)).toEqual([false, false])
  })

  test('are left for later if a channel has no room', () => {
    const channel = channelAt(0)
    const room = channel.room
    const events = rising(1, room + 5).map(sequence => event(sequence, [channel]))
    channel.moreEvents = false
    handOut(read([channel]), { events, till: room + 5, more: false, versions })
    expect(sequencesOf(channel)).toEqual(rising(1, room))
    expect(channel.progress!.looked).toBe(room)
    expect(channel.moreEvents).toBe(true)
  })

  test('do not reach a channel that has gone back meanwhile, because it would miss some', () => {
    const channel = channelAt(5)
    channel.progress!.drop(3)
    channel.moreEvents = false
    handOut(read([channel], 5), { events: [event(6, [channel])], till: 6, more: false, versions })
    expect(sequencesOf(channel)).toEqual([])
    expect(channel.progress!.looked).toBe(2)
    expect(channel.moreEvents).toBe(true)
  })

  test('are incomplete if the read ended early', () => {
    const channel = channelAt(0)
    channel.moreEvents = false
    handOut(read([channel]), { events: [event(1, [channel])], till: 1, more: true, versions })
    expect(channel.moreEvents).toBe(true)
  })

  test('do not go to a channel whose subscription has changed: it is loaded again', () => {
    const channel = channelAt(0)
    handOut(read([channel]), {
      events: [event(1, [channel])],
      till: 1,
      more: false,
      versions: new Map([[channel.key.webhook, 2]]),
    })
    expect(sequencesOf(channel)).toEqual([])
    expect(channel.loaded).toBe(false)
    expect(channel.progress!.looked).toBe(0)
  })
})

describe('events that this process has just entered', () => {
  /** A queue without deliveries, over a journal that has event 2 besides. */
  const feedingOf = (fresh: FreshEvents) => {
    const positions: number[] = []
    const store = {
      due: async () => ({ deliveries: new Map(), cut: new Set() }),
      readEvents: async (all: ReadRequest[]) =>
        all.map(({ after, channels }) => {
          positions.push(after)
          return {
            events: [],
            till: 2,
            more: false,
            versions: new Map(channels.map(key => [key.webhook, 2])),
          }
        }),
    }
    const clock = { now: () => new Date(0) } as Clock
    return { feeding: new Feeding(store as unknown as QueueStore, fresh, clock), positions }
  }
  const channelOf = (version: number) => {
    const channel = channelAt(0)
    channel.target = { version } as Target
    return channel
  }
  const entered = (channel: Channel, version: number) => {
    const fresh = new FreshEvents()
    const versions = new Map([[channel.key.webhook, version]])
    fresh.add('a', { after: 0, last: 1, events: [event(1, [channel])], versions }, Number.POSITIVE_INFINITY)
    return fresh
  }

  test('are taken up without a look at the journal, which is asked for what follows', async () => {
    const channel = channelOf(2)
    const { feeding, positions } = feedingOf(entered(channel, 2))
    await feeding.feed([channel])
    expect(sequencesOf(channel)).toEqual([1])
    expect({ looked: channel.progress!.looked, more: channel.moreEvents, positions }).toEqual({
      looked: 1,
      more: false,
      positions: [],
    })
    channel.moreEvents = true
    await feeding.feed([channel])
    expect({ looked: channel.progress!.looked, positions }).toEqual({ looked: 2, positions: [1] })
  })

  test.each([1, 3])('are read where the subscription is known as another one: version %i', async version => {
    const channel = channelOf(2)
    const { feeding, positions } = feedingOf(entered(channel, version))
    await feeding.feed([channel])
    expect({ queue: sequencesOf(channel), positions }).toEqual({ queue: [], positions: [0] })
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
  /** Feeds channels from this queue, with nothing in the journal. */
  const feed = async (channels: Channel[], rows: Due[], { cut = false, meanwhile = () => {} } = {}) => {
    const batchSizes: number[] = []
    const store = {
      due: async (all: Channel[]) => {
        batchSizes.push(all.length)
        meanwhile()
        const names = all.map(({ key }) => key.webhook)
        return { deliveries: new Map(names.map(name => [name, rows])), cut: new Set(cut ? names : []) }
      },
      readEvents: async (all: ReadRequest[]) =>
        all.map(() => ({ events: [], till: 0, more: false, versions })),
    }
    const clock = { now: () => new Date(0) } as Clock
    await new Feeding(store as unknown as QueueStore, new FreshEvents(), clock).feed(channels)
    return batchSizes
  }
  const channelWithout = (what: 'moreEvents' | 'moreDue' | null) => {
    const channel = channelAt(0)
    if (what) channel[what] = false
    return channel
  }

  test.each<[string, number, boolean, boolean]>([
    ['fewer than it has room for, so it has all', 15, false, false],
    ['as many as it has room for', 16, false, true],
    ['only those that the bytes of a fetch allow', 3, true, true],
  ])('a channel gets %s', async (_, count, cut, more) => {
    const channel = channelWithout('moreEvents')
    await feed([channel], some(count), { cut })
    expect([channel.queue.length, channel.moreDue]).toEqual([count, more])
  })

  test('first attempts of the queue leave half of the room to events of the journal, and retries do not', async () => {
    const [both, queue, retried] = [channelWithout(null), channelWithout('moreEvents'), channelWithout(null)]
    await feed([both], some(16, 0))
    expect([both.queue.length, both.moreDue]).toEqual([8, true])
    await feed([queue], some(15, 0))
    expect([queue.queue.length, queue.moreDue]).toEqual([15, false])
    await feed([retried], some(15))
    expect([retried.queue.length, retried.moreDue]).toEqual([15, false])
  })

  test('are not asked for a channel that wants none, whose next fetch is then no larger', async () => {
    const channel = channelWithout('moreEvents')
    channel.target = { maxParallel: 1 } as Target
    for (let index = 0; index < 2; index++) channel.take(due(`waits ${index}`))
    const fetches = jest.spyOn(channel, 'fetches')
    expect(await feed([channel], some(9))).toEqual([])
    expect(fetches).not.toHaveBeenCalled()
  })

  test('are not asked for a channel that has them all, and a hundred channels are asked for at once', async () => {
    expect(await feed([channelWithout('moreDue')], [])).toEqual([])
    const channels = Array.from({ length: 250 }, () => channelWithout('moreEvents'))
    expect(await feed(channels, [])).toEqual([100, 100, 50])
  })

  test('do not go to a channel that leaves while they are read', async () => {
    const channel = channelWithout('moreEvents')
    await feed([channel], some(1), { meanwhile: () => channel.leave() })
    expect([channel.queue.length, channel.moreDue]).toEqual([0, true])
  })

  test('are asked for again by a channel that drops its queue meanwhile, and those of the read are not lost', async () => {
    const channel = channelWithout('moreEvents')
    channel.take(due('waiting'))
    await feed([channel], [due('read')], { meanwhile: () => channel.dropQueue() })
    expect([channel.queue.map(({ id }) => id), channel.moreDue]).toEqual([['read'], true])
    expect([...channel.unlogged]).toEqual(['read'])
  })

  test('are asked for again when they could not be read, and so is the journal', async () => {
    const failToRead = async () => {
      throw new Error('away')
    }
    const none = async () => ({ deliveries: new Map(), cut: new Set() })
    for (const due of [failToRead, none]) {
      const channel = channelAt(0)
      const store = { due, readEvents: failToRead } as unknown as QueueStore
      const feeding = new Feeding(store, new FreshEvents(), { now: () => new Date(0) } as Clock)
      await expect(feeding.feed([channel])).rejects.toThrow('away')
      expect([channel.moreDue, channel.moreEvents]).toEqual([due === failToRead, true])
    }
  })
})
