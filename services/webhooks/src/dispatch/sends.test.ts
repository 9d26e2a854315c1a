import { jest } from '@jest/globals'
import { Metrics, type Runtime } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { SentEvent } from '../events/sent-event.ts'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { BODY_DEADLINE_MS } from '../sending/sender.ts'
import { arrived, targetOf } from '../testing/results.ts'
import { attemptMetrics } from './delivery-metrics.ts'
import { Channel } from './delivery-queue.ts'
import { Sends } from './sends.ts'

/** The moment of every test, and how many hours have passed since. */
const at = Date.parse('2026-11-21T09:30:00Z')
let hours = 0

/** Sends whose receivers answer when the test says so; nothing is fetched, and no clock ticks. */
function stage(settings: { parallel: number; schoolParallel: number; channelParallel: number }) {
  const answers: {
    to: string
    /** Its status line is there; gives how long its body may still take. */
    answered(ok: boolean): number
    answer(outcome?: Outcome | Error): Promise<void>
  }[] = []
  let writes = 0
  const database = { isAway: false }
  const sender = {
    send: ({ url, answered }: { url: string; answered(ok: boolean): number }) =>
      new Promise<Outcome>((resolve, reject) => {
        const answer = async (outcome: Outcome | Error = arrived) => {
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
          await turn()
        }
        answers.push({ to: url, answered, answer })
      }),
    close: async () => {},
  }
  const runtime = {
    service: 'webhooks',
    clock: { now: () => new Date(at + hours * 3600_000) },
    log: { warn: () => {}, error: () => {} },
    metrics: new Metrics('webhooks', attemptMetrics.metrics),
    system: {
      readThenWrite: async () => {
        if (database.isAway) throw new Error('away')
        writes++
        return { lost: new Set(), moved: [], spilled: [] }
      },
    },
  } as unknown as Runtime
  const sends = new Sends(runtime, { settings, sender } as unknown as Outside, {
    feed: () => {},
    lose: () => {},
  })
  const channelOf = (school: string, name: string, many: number, { dueAt = '', bytes = 0 } = {}) => {
    const key = { school, webhook: name, fence: 1, number: 1 }
    const now = performance.now()
    const channel = new Channel(key, {
      parallel: settings.channelParallel,
      failures: 0,
      leasedUntil: now + 60_000,
      now,
    })
    const event = new SentEvent({
      type: 'order.paid',
      requestId: 'r',
      sequence: 1,
      payload: `{"id":"a","data":{"text":"${'.'.repeat(bytes)}"}}`,
    })
    const due = (id: string) => ({
      id,
      at: dueAt,
      first: null,
      attempts: 0,
      manual: false,
      replayed: false,
      eventId: 'a',
      object: null,
      event,
    })
    channel.loaded = true
    channel.target = targetOf({ url: name, sends: ({ type }) => type === 'order.paid' })
    for (let index = 0; index < many; index++) channel.take(due(`${name} ${index}`))
    channel.moreDue = false
    channel.moreEvents = false
    return channel
  }
  const sent = () => answers.map(({ to }) => to)
  return { sends, channelOf: channelOf, answers, sent, writes: () => writes, database }
}

const turn = () => new Promise(done => setImmediate(done))
const stopTime = () => jest.useFakeTimers({ doNotFake: ['setImmediate'] })
afterEach(() => jest.useRealTimers())

test('channels that a bound has stopped get their turns as slots become free, round by school', async () => {
  const { sends, channelOf, answers, sent } = stage({ parallel: 1, schoolParallel: 1, channelParallel: 1 })
  for (const channel of [channelOf('a', 'a1', 2), channelOf('a', 'a2', 1), channelOf('b', 'b1', 2)])
    sends.pump(channel)
  for (let ended = 0; ended < 5; ended++) await answers[ended]!.answer()
  expect(sent()).toEqual(['a1', 'a2', 'b1', 'a1', 'b1'])
  await sends.stop()
})

test('a channel that a bound has stopped takes every slot that becomes free, not only the first', async () => {
  const { sends, channelOf, answers, sent } = stage({ parallel: 100, schoolParallel: 16, channelParallel: 8 })
  for (const channel of [channelOf('a', 'a1', 8), channelOf('a', 'a2', 8)]) sends.pump(channel)
  const ofSecond = () => sent().filter(to => to === 'a2').length
  expect([sent().length, ofSecond()]).toEqual([12, 4])
  for (let ended = 0; ended < 8; ended++) await answers[ended]!.answer()
  expect([sent().length, ofSecond()]).toEqual([16, 8])
  for (let ended = 8; ended < 16; ended++) await answers[ended]!.answer()
  await sends.stop()
})

test('the turn of a channel that may not send any more goes to the next one', async () => {
  const { sends, channelOf, answers, sent } = stage({ parallel: 1, schoolParallel: 1, channelParallel: 1 })
  const [first, resting, last] = [channelOf('a', 'a1', 1), channelOf('b', 'b1', 1), channelOf('c', 'c1', 1)]
  for (const channel of [first, resting, last]) sends.pump(channel)
  resting.sleepsUntil = Number.POSITIVE_INFINITY
  await answers[0]!.answer()
  expect(sent()).toEqual(['a1', 'c1'])
  await answers[1]!.answer()
  await sends.stop()
})

test('large events go out one in each turn of the event loop, and others pass them', async () => {
  const { sends, channelOf, answers, sent } = stage({ parallel: 100, schoolParallel: 64, channelParallel: 8 })
  sends.pump(channelOf('a', 'large', 3, { bytes: 100_000 }))
  sends.pump(channelOf('b', 'small', 2))
  const seen = [sent().length]
  while (sent().length < 5) {
    await new Promise(done => setImmediate(done))
    seen.push(sent().length)
  }
  expect(sent()).toEqual(['small', 'small', 'large', 'large', 'large'])
  expect(seen.filter((count, turn) => turn > 0 && count > seen[turn - 1]! + 1)).toEqual([])
  for (const { answer } of answers) await answer()
  await sends.stop()
})

test.each([
  [4, 8],
  [400, 25],
])('after a large event that took %i ms the next one waits %i ms', async (took, rest) => {
  stopTime()
  const { sends, channelOf, answers, sent } = stage({ parallel: 100, schoolParallel: 64, channelParallel: 8 })
  sends.pump(channelOf('a', 'large', 2, { bytes: 100_000 }))
  // Before the turn of the event loop ends.
  while (sent().length === 0) await Promise.resolve()
  jest.advanceTimersByTime(took)
  await turn()
  await jest.advanceTimersByTimeAsync(rest - 1)
  expect(sent()).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(1)
  expect(sent()).toHaveLength(2)
  await turn()
  jest.useRealTimers()
  for (const { answer } of answers) await answer()
  await sends.stop()
})

test('a body that has ended leaves its room to the next one', async () => {
  const { sends, channelOf, answers } = stage({ parallel: 1, schoolParallel: 1, channelParallel: 1 })
  sends.pump(channelOf('a', 'a1', 3))
  for (let index = 0; index < 3; index++) {
    expect(answers[index]!.answered(true)).toBe(BODY_DEADLINE_MS)
    await answers[index]!.answer()
  }
  await sends.stop()
})

test('an event that the subscription no longer sends ends unsent', async () => {
  const { sends, channelOf, sent } = stage({ parallel: 8, schoolParallel: 8, channelParallel: 8 })
  const channel = channelOf('a', 'a1', 2)
  channel.target!.sends = () => false
  sends.pump(channel)
  expect(sent()).toEqual([])
  expect(channel.queue).toEqual([])
  await sends.stop()
})

test('a failure on the server ends a delivery only when it has lasted for an hour, however long that was due', async () => {
  // All that ends is written at once.
  stopTime()
  const { sends, channelOf, answers, writes } = stage({ parallel: 8, schoolParallel: 8, channelParallel: 1 })
  const failed: Outcome = { ...arrived, ok: false, status: null, error: 'connect', ours: true }
  const dueAt = '2026-11-19 09:30:00+00'
  const channel = channelOf('a', 'a1', 1, { dueAt })
  const again = async (outcome: Outcome) => {
    if (channel.queue.length === 0) {
      channel.reload()
      channel.loaded = true
      channel.take(channelOf('a', 'a1', 1, { dueAt }).next())
    }
    sends.pump(channel)
    await answers.at(-1)!.answer(outcome)
    const logged = channel.busy
    if (logged) channel.unlogged.clear()
    return logged
  }
  const seen: boolean[] = []
  for (const passed of [0, 0.9]) {
    hours = passed
    seen.push(await again(failed))
  }
  // A send succeeded, so the hour begins again.
  seen.push(await again(arrived))
  for (const passed of [1.5, 2.4, 2.5]) {
    hours = passed
    seen.push(await again(failed))
  }
  expect(seen).toEqual([false, false, true, false, false, true])
  await sends.stop()
  expect(writes()).toBe(1)
})

test.each([
  [23.9, false],
  [24, true],
])('a delivery that was due for %d hours ends with a server that fails: %s', async (passed, ends) => {
  const { sends, channelOf, answers } = stage({ parallel: 8, schoolParallel: 8, channelParallel: 1 })
  const channel = channelOf('a', 'a1', 1, { dueAt: '2026-11-21 09:30:00+00' })
  channel.oursSince = new Date(at)
  hours = passed
  sends.pump(channel)
  await answers[0]!.answer({ ...arrived, ok: false, status: null, error: 'dns', ours: true })
  expect(channel.busy).toBe(ends)
  await sends.stop()
})

test('a slot is free from the status line on, while its body is read as far as bodies have room', async () => {
  const { sends, channelOf, answers, sent } = stage({ parallel: 1, schoolParallel: 1, channelParallel: 1 })
  const [first, second] = [channelOf('a', 'a1', 1), channelOf('b', 'b1', 2)]
  for (const channel of [first, second]) sends.pump(channel)
  expect(sent()).toEqual(['a1'])
  expect(answers[0]!.answered(true)).toBe(BODY_DEADLINE_MS)
  expect(sent()).toEqual(['a1', 'b1'])
  // The body of the first is still being read.
  expect(answers[1]!.answered(true)).toBe(0)
  expect(sent()).toEqual(['a1', 'b1', 'b1'])
  for (const { answer } of answers) await answer()
  expect([first.failures, second.failures]).toEqual([0, 0])
  await sends.stop()
})

test('a status that refuses counts as a failure of its channel, once', async () => {
  const { sends, channelOf, answers } = stage({ parallel: 8, schoolParallel: 8, channelParallel: 8 })
  const channel = channelOf('a', 'a1', 2)
  sends.pump(channel)
  const refused: Outcome = { ...arrived, ok: false, status: 500, error: 'http_status' }
  answers[0]!.answered(false)
  await answers[0]!.answer(refused)
  expect(channel.failures).toBe(1)
  // This one never had a status line.
  await answers[1]!.answer({ ...refused, status: null, error: 'connect' })
  expect(channel.failures).toBe(2)
  await sends.stop()
})

test('a send that breaks is a failure of the server: the delivery stays due, and its channel rests', async () => {
  const { sends, channelOf, answers, writes } = stage({ parallel: 8, schoolParallel: 8, channelParallel: 1 })
  const channel = channelOf('a', 'a1', 2, { dueAt: '2026-11-21 09:30:00+00' })
  sends.pump(channel)
  const before = performance.now()
  await answers[0]!.answer(new Error('broken'))
  expect([channel.busy, channel.failures, answers.length]).toEqual([false, 0, 1])
  expect(channel.sleepsUntil).toBeGreaterThan(before + 5000)
  expect(channel.sleepsUntil).toBeLessThan(performance.now() + 10_000)
  await sends.stop()
  expect(writes()).toBe(0)
})

test('a channel with a rate sends its next delivery as soon as the rate allows', async () => {
  stopTime()
  const { sends, channelOf, answers, sent } = stage({ parallel: 99, schoolParallel: 99, channelParallel: 8 })
  const channel = channelOf('a', 'a1', 4)
  channel.target!.maxPerSecond = 2
  sends.pump(channel)
  sends.pump(channel)
  expect(sent()).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(999)
  expect(sent()).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(1)
  expect(sent()).toHaveLength(4)
  for (const { answer } of answers) await answer()
  await sends.stop()
})

test('an ending replica starts nothing more, and ends when what runs is logged', async () => {
  const { sends, channelOf, answers, sent, writes } = stage({
    parallel: 8,
    schoolParallel: 8,
    channelParallel: 1,
  })
  const channel = channelOf('a', 'a1', 2)
  sends.pump(channel)
  let ended = false
  const stopped = sends.stop().then(() => {
    ended = true
  })
  await turn()
  expect(ended).toBe(false)
  await answers[0]!.answer()
  await stopped
  expect([sent().length, writes()]).toEqual([1, 1])
})

test('while the database is away some two thousand results wait, and then sending does', async () => {
  const { sends, channelOf, answers, sent, database } = stage({
    parallel: 8,
    schoolParallel: 8,
    channelParallel: 8,
  })
  database.isAway = true
  const channel = channelOf('a', 'a1', 2100)
  sends.pump(channel)
  let answered = 0
  const answerAll = async () => {
    while (answered < answers.length) await answers[answered++]!.answer()
  }
  await answerAll()
  expect(sent().length).toBeGreaterThanOrEqual(2000)
  expect(sent().length).toBeLessThan(2008)
  database.isAway = false
  await eventually('the others', async () => {
    await answerAll()
    return sent().length === 2100
  })
  await sends.stop()
})
