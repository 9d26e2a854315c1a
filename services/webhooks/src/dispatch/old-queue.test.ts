// What a channel has fetched, and does not send for long: the journal may have changed meanwhile, as an erasure does.
import { Metrics, type Runtime } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { claimed, seconds, stopTime } from '../testing/dispatching.ts'
import { arrived, dueOf, targetOf } from '../testing/results.ts'
import { attemptMetrics } from './delivery-metrics.ts'
import { Channel } from './delivery-queue.ts'
import { Dispatcher } from './dispatcher.ts'
import { Feeding } from './feeding.ts'
import { FreshEvents } from './fresh-events.ts'
import type { QueueStore, ReadRequest, ReadResult } from './queue.store.ts'
import { Sends } from './sends.ts'

stopTime()

const unanswered: Outcome = { ...arrived, ok: false, status: null, error: 'timeout_headers' }
const rising = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A dispatcher with one channel, and so many events that name a person: not yet started, or due in the queue. */
function stage({ events: count = 0, due: dueCount = 0 }) {
  const journal = { name: 'Ann' }
  const receiver = { answersIn: 10, outcome: arrived }
  const sent: { at: number; sequence: number; name: string }[] = []
  const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
  const eventOf = (sequence: number) => {
    const payload = `{"id":"evt_${sequence}","data":{"object":{"name":"${journal.name}"}}}`
    return new SentEvent({ type: 'user.updated', requestId: 'r', sequence, payload })
  }
  const takenOf = async ({ after, most, channels }: ReadRequest): Promise<ReadResult> => {
    const till = Math.min(count, after + most)
    const events = rising(till - after).map(index => ({
      sequence: after + index,
      id: `evt_${after + index}`,
      enteredAt: '2026-01-01T00:00:00.000+00:00',
      takers: channels.map(({ number }) => number),
      event: eventOf(after + index),
    }))
    const versions = new Map(channels.map(({ webhook }) => [webhook, 1]))
    return { events, till, more: till < count, versions }
  }
  const queued = new Set(rising(dueCount))
  const dueOfChannel = (channel: Channel, most: number) =>
    [...queued]
      .filter(sequence => !channel.unlogged.has(`dlv_${sequence}`))
      .slice(0, most)
      .map(sequence => dueOf(`dlv_${sequence}`, { attempts: 1, event: eventOf(sequence) }))
  const queue = {
    due: async ([channel]: readonly Channel[], [most]: readonly number[]) => ({
      deliveries: new Map([[channel!.key.webhook, dueOfChannel(channel!, most!)]]),
      cut: new Set(),
    }),
    readEvents: (requests: readonly ReadRequest[]) => Promise.all(requests.map(takenOf)),
  }
  const sender = {
    send: async ({ body }: { body: Buffer }) => {
      const { sequence, data } = JSON.parse(body.toString())
      queued.delete(sequence)
      sent.push({ at: performance.now(), sequence, name: data.object.name })
      const { answersIn, outcome } = receiver
      await pause(answersIn)
      return outcome
    },
    close: async () => {},
  }
  const runtime = {
    service: 'webhooks',
    clock: { now: () => new Date() },
    log: { warn: () => {}, error: () => {} },
    metrics: new Metrics('webhooks', attemptMetrics.metrics),
    bus: { nats: { subscribe: () => ({ unsubscribe: () => {} }) } },
    system: { readThenWrite: async () => ({ lost: new Set(), moved: [], spilled: [] }) },
  } as unknown as Runtime
  const claims = [[claimed('whk_1')]]
  const settings = { channels: 10, parallel: 99, schoolParallel: 99, channelParallel: 8 }
  const dispatcher = new Dispatcher(runtime, {
    settings,
    store: {
      claim: async () => claims.shift() ?? [],
      load: async () => ({ targets: new Map([['whk_1', targetOf()]]), kept: new Map() }),
      renew: async (channels: readonly Channel[]) =>
        new Map(channels.map(({ key }) => [key.webhook, { open: true, version: 1 }])),
      giveBack: async () => {},
    },
    feeding: new Feeding(queue as unknown as QueueStore, new FreshEvents(), runtime.clock),
    fresh: new FreshEvents(),
    sendsFor: holder => new Sends(runtime, { settings, sender } as unknown as Outside, holder),
  })
  return { dispatcher, journal, receiver, sent }
}

/** No send may begin with what was read longer ago. */
const longestMs = 30_000

test.each([
  ['events', { events: 2000 }],
  ['due deliveries', { due: 2000 }],
])(
  '%s that wait for a receiver which stops answering are read again: nothing old is sent, and all of it once',
  async (_, waiting) => {
    const { dispatcher, journal, receiver, sent } = stage(waiting)
    dispatcher.start()
    await seconds(1)
    expect(sent.length).toBeGreaterThan(300)
    Object.assign(receiver, { answersIn: 10_000, outcome: unanswered })
    const blankedAt = performance.now()
    journal.name = ''
    await seconds(300)
    const late = sent.filter(({ at }) => at > blankedAt + longestMs)
    expect(late.length).toBeGreaterThan(20)
    expect(new Set(late.map(({ name }) => name))).toEqual(new Set(['']))

    Object.assign(receiver, { answersIn: 10, outcome: arrived })
    await seconds(30)
    expect(sent.map(({ sequence }) => sequence)).toEqual(rising(2000))
    await Promise.all([dispatcher.stop(), seconds(1)])
  },
)

test('a channel sends nothing that was read more than half a minute ago, whatever it has read since', () => {
  const channel = new Channel(claimed('whk_1'), {
    parallel: 8,
    failures: 0,
    leasedUntil: Number.POSITIVE_INFINITY,
    now: 0,
  })
  channel.loaded = true
  for (const readAt of [1000, 20_000]) {
    const due = dueOf(`read at ${readAt}`)
    Object.assign(due.event!, { readAt })
    channel.take(due)
  }
  const state = (now: number) => ({ maySend: channel.maySend(now), isOutOfDate: channel.isOutOfDate(now) })
  expect(state(31_000)).toEqual({ maySend: true, isOutOfDate: false })
  expect(state(31_001)).toEqual({ maySend: false, isOutOfDate: true })
  channel.next()
  expect(state(31_001)).toEqual({ maySend: true, isOutOfDate: false })
  channel.next()
  expect(state(99_000)).toEqual({ maySend: false, isOutOfDate: false })
  // Its event is gone: it ends, whenever its turn comes.
  channel.take(dueOf('ends', { event: null }))
  expect(state(99_000)).toEqual({ maySend: true, isOutOfDate: false })
})
