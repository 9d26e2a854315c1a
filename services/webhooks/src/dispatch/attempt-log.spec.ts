import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import type { Outcome } from '../sending/outcome.ts'
import { factsOf } from '../testing/journal-facts.ts'
import { emit, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { arrived, dueOf } from '../testing/results.ts'
import { logResults } from './attempt-log.ts'
import { Channel } from './delivery-queue.ts'
import { spillSteps } from './first-attempts.ts'
import type { Result } from './next-state.ts'
import { Progress } from './progress.ts'

describe('the log of attempts', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startWebhooks()
  })
  afterAll(() => system.stop())

  test('results whose commit had no answer are logged once, with the results after them', async () => {
    const { runtime } = system.services.webhooks!
    const facts = factsOf(system.ownerUrl)
    const caller = system.caller()
    const { id: webhook } = await webhooksOf(system, caller).webhooks.create({
      body: { url: 'http://127.0.0.1:9/', events: ['*'] },
    })
    // Leased by this test only.
    await facts.rows(
      `update webhooks.channels set fence = 1000, holder = 'test', leased_until = now() + interval '1 hour'
       where webhook_id = $1`,
      [webhook],
    )
    await emit(system, caller.school, [{}, {}])
    const waiting = await eventually('both', async () => {
      const { data } = await webhooksOf(system, caller).deliveries.list()
      return data.length === 2 && data
    })
    const now = performance.now()
    const key = { school: caller.school, webhook, fence: 1000, number: 0 }
    const channel = new Channel(key, { parallel: 8, failures: 0, leasedUntil: now + 60_000, now })
    const sent: Outcome = { ...arrived, ok: false, status: 500, error: 'http_status' }
    const results: Result[] = waiting.map(({ id, created_at, event_id }) => ({
      channel,
      due: dueOf(id, { at: created_at, attempts: 6, eventId: event_id }),
      outcome: { attempt: newId('dat'), startedAt: new Date(), sent },
    }))
    await runtime.system.run(spillSteps(results))
    const news = () =>
      facts.rows(`select 1 from webhooks.events where school_id = $1 and type = 'system.webhook_failed'`, [
        caller.school,
      ])
    const written = jest.spyOn(runtime.system, 'readThenWrite')
    /** Whether each commit of the log could be lost with the database. */
    const mayBeLost = () =>
      written.mock.calls.flatMap(([reads]) =>
        reads.flatMap(({ statement, values }) =>
          statement.text.includes('synchronous_commit') ? [values[0]] : [],
        ),
      )
    await logResults([results[0]!], runtime)
    // It reports that a delivery has failed for good.
    expect(mayBeLost()).toEqual(['f'])
    const other = { ...results[1]!, outcome: { attempt: newId('dat'), startedAt: new Date(), sent: arrived } }
    await logResults([{ ...other, due: { ...other.due, id: newId('dlv') } }], runtime)
    expect(mayBeLost()).toEqual(['f', 't'])
    written.mockRestore()
    await logResults(results, runtime)
    await logResults(results, runtime)
    expect(await facts.attempts(caller.school)).toBe(3)
    expect(await facts.statuses(caller.school)).toMatchObject({ failed: 2 })
    await eventually('the news', async () => (await news()).length >= 2)
    expect(await news()).toHaveLength(2)
  })

  test('a first attempt that is logged with its delivery is not logged again when its channel is lost', async () => {
    const { runtime } = system.services.webhooks!
    const facts = factsOf(system.ownerUrl)
    const [school, webhook] = [newId('sch'), newId('whk')]
    await facts.rows(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended, fence, holder) values ($1, $2, true, false, 7, 'test')`,
      [school, webhook],
    )
    const key = { school, webhook, fence: 7, number: 1 }
    const channel = new Channel(key, {
      parallel: 8,
      failures: 0,
      leasedUntil: Number.POSITIVE_INFINITY,
      now: 0,
    })
    channel.progress = new Progress({ sequence: 0, done: [], moves: 0 })
    const resultOf = (first: number): Result => ({
      channel,
      due: dueOf(newId('dlv'), { at: new Date().toISOString(), first, eventId: newId('evt') }),
      outcome: { attempt: null, startedAt: new Date(), sent: arrived },
    })
    const [logged, unlogged] = [resultOf(1), resultOf(2)]
    await logResults([logged], runtime)
    await facts.rows('update webhooks.channels set fence = 8 where webhook_id = $1', [webhook])
    // The answer to the first commit was lost, so its result is tried again.
    expect([...(await logResults([logged, unlogged], runtime))]).toEqual([channel])
    const rows = await facts.rows('select delivery_id from webhooks.attempts where school_id = $1', [school])
    expect(rows).toEqual([{ delivery_id: unlogged.due.id }])
  })

  test('results of two leases of a channel in one batch: only those of the present lease move anything', async () => {
    const { runtime } = system.services.webhooks!
    const facts = factsOf(system.ownerUrl)
    const [school, webhook] = [newId('sch'), newId('whk')]
    await facts.rows(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended, fence, holder) values ($1, $2, true, false, 8, 'test')`,
      [school, webhook],
    )
    const due = dueOf(newId('dlv'), { at: new Date().toISOString(), first: 1, eventId: newId('evt') })
    const resultOf = (fence: number, sent: Outcome): Result => {
      const lease = { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 }
      const channel = new Channel({ school, webhook, fence, number: 1 }, lease)
      channel.progress = new Progress({ sequence: 0, done: [], moves: 0 })
      return { channel, due, outcome: { attempt: null, startedAt: new Date(), sent } }
    }
    const before = resultOf(7, { ...arrived, ok: false, status: 500, error: 'http_status' })
    const present = resultOf(8, arrived)
    expect([...(await logResults([before, present], runtime))]).toEqual([before.channel])
    expect(await facts.statuses(school)).toMatchObject({ delivered: 1 })
  })
})
