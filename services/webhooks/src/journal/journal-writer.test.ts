// Who writes the journal, from where, and how far it says to have come. The stream and the database are the test's.
// A rest between batches is real time.
import { setTimeout as pause } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { type Fields, type Lease, Metrics, type Runtime, type Step } from '@lms/service-host'
import { fakeStream } from '../testing/stream.ts'
import { entryMetrics } from './journal-metrics.ts'
import { journalWriter } from './journal-writer.ts'

beforeEach(() => {
  jest.useFakeTimers()
  jest.advanceTimersByTime(1_000_000)
})
afterEach(() => void jest.useRealTimers())

const ms = (count: number) => jest.advanceTimersByTimeAsync(count)
const settled = () => ms(0)
/** Waits for what the writer does between its rests. */
async function until(done: () => boolean): Promise<void> {
  for (let turns = 0; !done(); turns++) {
    if (turns === 5000) throw new Error('Waited in vain.')
    await pause(1)
    await settled()
  }
}
const [school, other] = [newId('sch'), newId('sch')]

/** `age`: milliseconds since the stream stored it. */
const message = (seq: number, more: { of?: string; bytes?: number; actor?: boolean; age?: number } = {}) => {
  const of = more.of ?? school
  const envelope = {
    id: newId('evt'),
    type: 'order.paid',
    created_at: '2026-11-22T08:00:00.000+00:00',
    api_version: 'v1',
    data: { object: { id: newId('ord'), text: '.'.repeat(more.bytes ?? 1) } },
    related: more.actor ? { actor_id: newId('usr') } : {},
  }
  return messageOf(seq, `events.${of}.order.paid`, JSON.stringify(envelope), more.age)
}
const messageOf = (seq: number, subject: string, text: string, age = 0) => ({
  seq,
  subject,
  data: Buffer.from(text),
  string: () => text,
  // Half a millisecond more: nanoseconds are rounded, so many are no exact number.
  info: { timestampNanos: (Date.now() - age + 0.5) * 1e6, pending: 3 },
})
type Message = ReturnType<typeof messageOf>

/** A writer where the stored position is 41 and leases are answered in this order, then with fence 1. */
function stage(leases: (Lease | null | Error)[] = []) {
  const source = fakeStream<Message>()
  const published: [subject: string, text: string][] = []
  const [warn, error] = [jest.fn(), jest.fn()]
  const spent = jest.fn()
  const statements: Step[][] = []
  let subscriptions: Fields[] = []
  let requests = 0
  const gate = { entering: Promise.resolve() }
  const system = {
    rows: jest.fn(async ({ statement }: Step) =>
      statement.text.includes('webhooks.positions') ? [['41']] : [],
    ),
    readThenWrite: async (
      reads: Step[],
      act: (results: { rows: Fields[] }[]) => { writes: Step[]; answer: unknown },
    ) => {
      requests++
      await gate.entering
      const [schools, counts] = reads[1]!.values.map(value =>
        String(value).slice(1, -1).replaceAll('"', '').split(','),
      )
      const sequenceRows = schools!.map((name, at) => [
        name,
        String(100 + Number(counts![at])),
        '2026-11-22 08:00:00+00',
      ])
      const rows = [[['1']], sequenceRows, subscriptions, []] as unknown as Fields[][]
      const { writes, answer } = act(rows.map(stepRows => ({ rows: stepRows })))
      statements.push(writes)
      return answer
    },
  }
  /** The stream position that each batch stores. */
  const positions = () =>
    statements.map(writes => {
      const update = writes.find(({ statement }) => statement.text.startsWith('update webhooks.positions'))
      return Number(update!.values[1])
    })
  const acquire = jest.fn(async (_: string, __: number): Promise<Lease | null> => {
    const next = leases.length > 0 ? leases.shift() : { fence: 1 }
    if (next instanceof Error) throw next
    return next!
  })
  const release = jest.fn(async (_: string) => {})
  const runtime = {
    system,
    leases: { acquire, release, heldStep: () => ({ statement: { text: 'lease' }, values: [] }) },
    clock: { now: () => new Date() },
    log: { warn, error },
    metering: { add: spent },
    metrics: new Metrics('webhooks', entryMetrics.metrics),
    bus: {
      ensureStreams: async () => {},
      manager: { streams: { info: async () => ({ created: 'today' }) } },
      js: { consumers: { get: source.get } },
      nats: { publish: (subject: string, text: string) => void published.push([subject, text]) },
    },
  } as unknown as Runtime
  const started: { stop(): Promise<void> }[] = []
  return {
    ...source,
    acquire,
    release,
    warn,
    error,
    spent,
    published,
    gate,
    /** How many batches have begun. */
    asked: () => requests,
    rows: system.rows,
    start: async () => {
      started.push(await journalWriter.start(runtime))
      await settled()
    },
    stop: async () => {
      const stopped = started[0]!.stop()
      await settled()
      return stopped
    },
    subscribe: (webhook: string, { ordered = false } = {}) => {
      subscriptions = [
        ...subscriptions,
        [
          school,
          webhook,
          '1',
          String(subscriptions.length + 1),
          'https://x.example',
          't',
          ordered ? 't' : 'f',
          '["*"]',
          null,
          null,
        ],
      ] as Fields[]
    },
    positions,
    /** Has messages arrive, and waits until the stored position is this one. */
    arrive: (messages: Message[], position: number) => {
      source.arrive(messages)
      return until(() => positions().at(-1) === position)
    },
  }
}

test('the holder of the lease reads on from the stored position', async () => {
  const { start, stop, get, acquire, arrive, release } = stage()
  await start()
  expect(acquire.mock.calls).toEqual([['journal', 5]])
  expect(get.mock.calls).toEqual([['EVENTS', { opt_start_seq: 42 }]])
  await arrive([message(42), message(43)], 43)
  await arrive([message(44)], 44)
  expect(release).not.toHaveBeenCalled()
  await stop()
  expect(release.mock.calls).toEqual([['journal']])
  // Neither the renewal nor anything else goes on.
  expect(jest.getTimerCount()).toBe(0)
})

test('the others ask for the lease once a second', async () => {
  const { start, stop, get, acquire } = stage([null, null])
  await start()
  await ms(999)
  expect(acquire).toHaveBeenCalledTimes(1)
  await ms(1)
  expect(acquire).toHaveBeenCalledTimes(2)
  expect(get).not.toHaveBeenCalled()
  await ms(1000)
  expect(get).toHaveBeenCalledTimes(1)
  await stop()
})

test('a writer that is stopped while it waits for the lease ends at once', async () => {
  const { start, stop, acquire, release } = stage([null])
  await start()
  await stop()
  expect(release).toHaveBeenCalledTimes(1)
  expect(jest.getTimerCount()).toBe(0)
  await ms(5000)
  expect(acquire).toHaveBeenCalledTimes(1)
})

test('a writer that is stopped while it asks for the lease does not wait for it', async () => {
  const { start, stop, acquire, release } = stage()
  const { promise, resolve } = Promise.withResolvers<Lease | null>()
  acquire.mockReturnValueOnce(promise)
  await start()
  const stopped = stop()
  resolve(null)
  await settled()
  expect(release).toHaveBeenCalledTimes(1)
  expect(jest.getTimerCount()).toBe(0)
  await stopped
})

test('a writer that is stopped while its reading begins ends', async () => {
  const { start, stop, rows, release } = stage()
  const { promise, resolve } = Promise.withResolvers<string[][]>()
  rows.mockReturnValueOnce(promise)
  await start()
  const stopped = stop()
  await settled()
  expect(release).not.toHaveBeenCalled()
  resolve([['41']])
  await stopped
  expect(release).toHaveBeenCalledTimes(1)
  expect(jest.getTimerCount()).toBe(0)
})

test('a failure is reported, and reading begins again within a second', async () => {
  const failure = new Error('for once')
  const { start, stop, get, warn } = stage([failure])
  await start()
  expect(warn.mock.calls).toEqual([[{ err: failure }, 'the journal failed and continues']])
  await ms(499)
  expect(get).not.toHaveBeenCalled()
  await ms(501)
  expect(get).toHaveBeenCalledTimes(1)
  await stop()
})

test('a failure after the stop is not reported', async () => {
  const { start, stop, rows, warn } = stage()
  const { promise, reject } = Promise.withResolvers<string[][]>()
  rows.mockReturnValueOnce(promise)
  await start()
  const stopped = stop()
  await settled()
  reject(new Error('the pool is closed'))
  await stopped
  expect(warn).not.toHaveBeenCalled()
})

test('the lease is renewed every second and a half, by whoever reads', async () => {
  const { start, stop, acquire } = stage()
  await start()
  await ms(4500)
  expect(acquire).toHaveBeenCalledTimes(4)
  await stop()
})

test('the first batch is checked for events that the journal has, and the next ones are not', async () => {
  const { start, stop, arrive, rows, subscribe } = stage()
  subscribe('whk_1')
  const countLookups = () =>
    rows.mock.calls.filter(([{ statement }]) => statement.text.startsWith('select e.id from unnest')).length
  await start()
  await arrive([message(42)], 42)
  expect(countLookups()).toBe(1)
  await arrive([message(43)], 43)
  await arrive([message(44)], 44)
  expect(countLookups()).toBe(1)
  await stop()
})

test('channels are notified: for events, or for their queues', async () => {
  const { start, stop, arrive, published, subscribe } = stage()
  subscribe('whk_1')
  await start()
  await arrive([message(42, { of: other })], 42)
  expect(published).toEqual([])
  await arrive([message(43)], 43)
  const notifications = published.splice(0)
  expect(notifications.map(([, text]) => text)).toEqual(['whk_1'])
  expect(notifications[0]![0]).toMatch(/webhooks\.events$/)
  subscribe('whk_2', { ordered: true })
  await arrive([message(44)], 44)
  expect(published.map(([subject, text]) => [subject.split('.').at(-1), text])).toEqual([
    ['events', 'whk_1'],
    ['due', 'whk_2'],
  ])
  await stop()
})

test('what requests cause is charged to their schools', async () => {
  const { start, stop, arrive, spent, subscribe } = stage()
  subscribe('whk_1')
  await start()
  await arrive([message(42), message(43, { actor: true }), message(44, { actor: true, of: other })], 44)
  expect(spent.mock.calls).toEqual([[school, { event: 0, task: 0, delivery: 1 }]])
  await stop()
})

test('with a large event before it a batch says to have come no further than that', async () => {
  const { start, stop, arrive, gate, positions, asked: requests } = stage()
  await start()
  const entering = Promise.withResolvers<void>()
  gate.entering = entering.promise
  const large = message(42, { bytes: 100_000 })
  const entered = arrive([large], 42)
  await until(() => requests() === 1)
  gate.entering = Promise.resolve()
  // If this process ended now, the large one would be read again.
  await arrive([message(43, { of: other }), message(44, { of: other })], 41)
  await until(() => requests() >= 2)
  expect(new Set(positions())).toEqual(new Set([41]))
  entering.resolve()
  await entered
  await arrive([message(45)], 45)
  await stop()
})

test('of several large events each batch says to have come no further than the next one', async () => {
  const { start, stop, arrive, gate, positions, asked: requests } = stage()
  await start()
  const entering = Promise.withResolvers<void>()
  gate.entering = entering.promise
  const first = arrive([message(42)], 42)
  await until(() => requests() === 1)
  // They come as one batch of the stream, and are two of their own.
  const both = arrive([message(43, { bytes: 600_000 }), message(44, { bytes: 600_000, of: other })], 44)
  gate.entering = Promise.resolve()
  entering.resolve()
  await Promise.all([first, both])
  expect(positions()).toEqual([42, 43, 44])
  await stop()
})

test('a lag of ten seconds is reported, once in ten seconds', async () => {
  const { start, stop, arrive, warn } = stage()
  const lags = () => warn.mock.calls.map(([about]) => about)
  await start()
  await arrive([message(42, { age: 9_999 })], 42)
  expect(lags()).toEqual([])
  await arrive([message(43, { age: 10_000 })], 43)
  expect(lags()).toEqual([{ lag_ms: 10_000, behind: 3 }])
  await ms(9_999)
  await arrive([message(44, { age: 20_000 })], 44)
  expect(lags()).toHaveLength(1)
  await ms(1)
  await arrive([message(45, { age: 20_000 })], 45)
  expect(lags()).toHaveLength(2)
  await stop()
})

test('messages that are no events only move the position', async () => {
  const { start, stop, arrive, error } = stage()
  await start()
  await arrive([messageOf(42, 'events.nobody.order.paid', '{}'), message(43)], 43)
  expect(error.mock.calls).toEqual([
    [
      { subject: 'events.nobody.order.paid', stream_sequence: 42 },
      'a message on the events stream is not an event and is ignored',
    ],
  ])
  await arrive([messageOf(44, `events.${school}.order.paid`, '{}')], 44)
  await stop()
})
