import type { Runtime } from '@lms/service-host'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { Lane } from './lane.ts'
import { Sends } from './sends.ts'
import { SentEvent } from './sent-event.ts'

/** The moment of every test, and how many hours have passed since. */
const at = Date.parse('2026-11-21T09:30:00Z')
let hours = 0

const arrived: Outcome = {
  ok: true,
  status: 200,
  body: '',
  durationMs: 1,
  error: null,
  detail: null,
  ours: false,
}

/** Sends whose receivers answer when the test says so; nothing is fetched, and no clock ticks. */
function stage(settings: { parallel: number; schoolParallel: number; laneParallel: number }) {
  const answers: { to: string; answer(outcome?: Outcome): Promise<void> }[] = []
  let writes = 0
  const sender = {
    send: ({ url }: { url: string }) =>
      new Promise<Outcome>(resolve => {
        const answer = async (outcome = arrived) => {
          resolve(outcome)
          await new Promise(done => setImmediate(done))
        }
        answers.push({ to: url, answer })
      }),
    close: async () => {},
  }
  const runtime = {
    service: 'webhooks',
    clock: { now: () => new Date(at + hours * 3600_000) },
    log: { warn: () => {}, error: () => {} },
    system: {
      readThenWrite: async () => {
        writes++
        return { lost: new Set(), moved: [], spilled: [] }
      },
    },
  } as unknown as Runtime
  const sends = new Sends(runtime, { settings, sender } as unknown as Outside, {
    feed: () => {},
    lose: () => {},
  })
  const laneOf = (school: string, name: string, many: number, dueAt = '') => {
    const key = { school, webhook: name, fence: 1, number: 1 }
    const now = performance.now()
    const lane = new Lane(key, {
      parallel: settings.laneParallel,
      failures: 0,
      leasedUntil: now + 60_000,
      now,
    })
    const event = new SentEvent({
      type: 'order.paid',
      requestId: 'r',
      sequence: 1,
      payload: '{"id":"a","data":{}}',
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
    lane.loaded = true
    lane.target = {
      url: name,
      secret: 'a secret of the test',
      rotation: null,
      headers: {},
      version: 1,
      active: true,
      maxParallel: null,
      maxPerSecond: null,
      sends: ({ type }) => type === 'order.paid',
      bodyOf: event => event.body(false),
    }
    for (let index = 0; index < many; index++) lane.take(due(`${name} ${index}`))
    lane.moreDue = false
    lane.moreEvents = false
    return lane
  }
  return { sends, laneOf, answers, sent: () => answers.map(({ to }) => to), writes: () => writes }
}

test('lanes that a bound has stopped get their turns as slots become free, round by school', async () => {
  const { sends, laneOf, answers, sent } = stage({ parallel: 1, schoolParallel: 1, laneParallel: 1 })
  for (const lane of [laneOf('a', 'a1', 2), laneOf('a', 'a2', 1), laneOf('b', 'b1', 2)]) sends.pump(lane)
  for (let ended = 0; ended < 5; ended++) await answers[ended]!.answer()
  expect(sent()).toEqual(['a1', 'a2', 'b1', 'a1', 'b1'])
  await sends.stop()
})

test('a lane that a bound has stopped takes every slot that becomes free, not only the first', async () => {
  const { sends, laneOf, answers, sent } = stage({ parallel: 100, schoolParallel: 16, laneParallel: 8 })
  for (const lane of [laneOf('a', 'a1', 8), laneOf('a', 'a2', 8)]) sends.pump(lane)
  const ofSecond = () => sent().filter(to => to === 'a2').length
  expect([sent().length, ofSecond()]).toEqual([12, 4])
  for (let ended = 0; ended < 8; ended++) await answers[ended]!.answer()
  expect([sent().length, ofSecond()]).toEqual([16, 8])
  for (let ended = 8; ended < 16; ended++) await answers[ended]!.answer()
  await sends.stop()
})

test('an event that the subscription no longer sends ends unsent', async () => {
  const { sends, laneOf, sent } = stage({ parallel: 8, schoolParallel: 8, laneParallel: 8 })
  const lane = laneOf('a', 'a1', 2)
  lane.target!.sends = () => false
  sends.pump(lane)
  expect(sent()).toEqual([])
  expect(lane.queue).toEqual([])
  await sends.stop()
})

test('a failure on the server ends a delivery only when it has lasted for an hour, however long that was due', async () => {
  const { sends, laneOf, answers, writes } = stage({ parallel: 8, schoolParallel: 8, laneParallel: 1 })
  const failed: Outcome = { ...arrived, ok: false, status: null, error: 'connect', ours: true }
  const lane = laneOf('a', 'a1', 1, '2026-11-19 09:30:00+00')
  const again = async (outcome: Outcome) => {
    if (lane.queue.length === 0) {
      lane.reload()
      lane.loaded = true
      lane.take(laneOf('a', 'a1', 1, '2026-11-19 09:30:00+00').next())
    }
    sends.pump(lane)
    await answers.at(-1)!.answer(outcome)
    const logged = lane.busy
    if (logged) lane.known.clear()
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
