// A fault of one channel, or of the moment, stops no other, and not that one for long.
import { jest } from '@jest/globals'
import { type Id, newId } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock, waitForRenewal } from '../testing/journal-facts.ts'
import {
  emit,
  type Receiver,
  startReceiver,
  startWebhooks,
  waitForAnswers,
  webhooksOf,
} from '../testing/receiver.ts'
import { ChannelStore } from './delivery-queue.store.ts'
import { Channel } from './delivery-queue.ts'

describe('channels', () => {
  let system: TestSystem
  let facts: Facts
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    system = await startWebhooks()
    waitForAnswers(system.services.webhooks!)
    facts = factsOf(system.ownerUrl)
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => system.stop())

  const runtime = () => system.services.webhooks!.runtime
  const receiverOf = async (...options: Parameters<typeof startReceiver>): Promise<Receiver> => {
    const receiver = await startReceiver(...options)
    ends.push(receiver.close)
    return receiver
  }
  const school = async () => {
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    const subscribe = async (url: string) =>
      (await webhooks.create({ body: { url, events: ['*'] } })).id as Id<'whk'>
    const emitMany = (many = 1) => emit(system, caller.school, Array(many).fill({}))
    return { caller, webhooks, deliveries, subscribe, emit: emitMany }
  }

  test('an unreadable secret pauses its own channel and is logged; a new secret sends the waiting deliveries', async () => {
    const alarms = jest.spyOn(runtime().log, 'error')
    const { subscribe, emit, webhooks } = await school()
    const [readable, unreadable] = [await receiverOf(), await receiverOf()]
    const id = await subscribe(unreadable.url)
    await subscribe(readable.url)
    await facts.rows(`update webhooks.subscriptions set secret = 'lost.a.b.c' where id = $1`, [id])
    await emit()
    await eventually('the readable one', () => readable.received.length === 1)
    await eventually('the alarm', () =>
      alarms.mock.calls.some(([about]) => (about as { webhook?: string }).webhook === id),
    )
    expect(unreadable.received).toHaveLength(0)
    await webhooks.update({ path: { id }, body: { rotate_secret: { overlap_seconds: 0 } } })
    await eventually('the other one', () => unreadable.received.length === 1)
  })

  test('a load that fails once is tried again, and nothing that waits in the channel ends by it', async () => {
    const { caller, subscribe, emit } = await school()
    const receiver = await receiverOf((_, response) => void response.writeHead(500).end())
    const id = await subscribe(receiver.url)
    await emit()
    const statuses = () => facts.statuses(caller.school)
    await eventually('a retry that waits', async () => (await statuses()).waiting_retry === 1)
    await facts.channelAtRest(id)
    receiver.answer = (_, response) => void response.end()
    const run = runtime().system.run.bind(runtime().system)
    let loads = 0
    jest.spyOn(runtime().system, 'run').mockImplementation(async steps => {
      const loadsIt = ({ statement, values }: (typeof steps)[number]) =>
        statement.text.includes('s.next_secret') && String(values).includes(id)
      if (steps.some(loadsIt) && loads++ === 0) throw new Error('for once')
      return run(steps)
    })
    await facts.rows('update webhooks.due set at = now() where webhook_id = $1', [id])
    await emit()
    await eventually('an end of both', async () => {
      const { delivered = 0, failed = 0 } = await statuses()
      return delivered + failed === 2
    })
    expect(await statuses()).toEqual({ delivered: 2 })
    expect(loads).toBeGreaterThan(1)
  })

  test('a channel whose lease expired during its sends is renewed, not claimed again by its own holder', async () => {
    const { subscribe, emit } = await school()
    let answer = () => {}
    const slow = await receiverOf((_, response) => {
      answer = () => void response.end('ok')
    })
    await subscribe(slow.url)
    const [emitted] = await emit()
    await eventually('the send', () => slow.received[0])
    await facts.endLeases()
    // Another channel is claimed meanwhile.
    const other = await school()
    const quick = await receiverOf()
    await other.subscribe(quick.url)
    await other.emit()
    await eventually('a claim', () => quick.received[0])
    answer()
    await eventually('the delivery', async () => {
      const [row] = await facts.rows('select status from webhooks.deliveries where event_id = $1', [
        emitted!.id,
      ])
      return row.status === 'delivered'
    })
    expect(slow.received).toHaveLength(1)
  })

  test('of a channel that cannot keep up retries are sent in time, and first attempts wait', async () => {
    const { caller, subscribe, emit, webhooks } = await school()
    const receiver = await receiverOf((_, response) => void response.writeHead(500).end())
    const id = await subscribe(receiver.url)
    const [first] = await emit()
    const statuses = async () => facts.statuses(caller.school)
    await eventually('its first attempt', async () => (await statuses()).waiting_retry === 1)
    await webhooks.update({ path: { id }, body: { active: false } })
    // Who holds the channel still would send until it has heard of that.
    await facts.channelAtRest(id)
    // More than one fetch of the channel, all of them due before the retry.
    await facts.rows(
      `with made as (
         insert into webhooks.deliveries select school_id, made_id, webhook_id, event_id, event_type, 'pending',
           0, now(), null, false, false, request_id, created_at
         from webhooks.deliveries, unnest($2::text[]) made_id where webhook_id = $1 returning *)
       insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
       select school_id, webhook_id, now() - interval '1 hour', id, event_id, 0, false, false from made`,
      [id, Array.from({ length: 300 }, () => newId('dlv'))],
    )
    await facts.rows(`update webhooks.due set at = now() where webhook_id = $1 and attempts > 0`, [id])
    receiver.answer = () => {}
    await facts.rows(`update webhooks.channels set wake_at = now() where webhook_id = $1`, [id])
    const before = receiver.received.length
    await webhooks.update({ path: { id }, body: { active: true } })
    await eventually('the next sends', () => receiver.received.length > before + 7)
    const retried = await facts.rows(
      `select 1 from webhooks.due where webhook_id = $1 and attempts > 0 and event_id = $2`,
      [id, first!.id],
    )
    expect(retried).toHaveLength(1)
    const sent = receiver.received.slice(before).map(({ headers }) => headers['x-lms-attempt'])
    expect(sent.slice(0, 8)).toContain('2')
  })

  test('an event for a channel that is being released wakes it', async () => {
    const { caller, subscribe, emit } = await school()
    const receiver = await receiverOf()
    const webhook = await subscribe(receiver.url)
    // Held by this test, it has come as far as there are events.
    const [row] = await facts.rows(
      `update webhooks.channels set fence = 77, holder = 'test', leased_until = now() + interval '1 hour'
       where webhook_id = $1 returning number`,
      [webhook],
    )
    await facts.rows('update webhooks.cursors set caught_up = false where webhook_id = $1', [webhook])
    const key = { school: caller.school, webhook, fence: 77, number: row.number }
    const channel = new Channel(key, { parallel: 8, failures: 0, leasedUntil: 0, now: 0 })
    // The journal has woken the channel for an event, and cannot commit it.
    const lock = await holdLock(system.ownerUrl, 'select 1 from webhooks.positions for update')
    const [event] = await emit()
    await lock.waitedFor()
    const release = new ChannelStore(runtime().system, 'test', runtime().vault).giveBack(
      [channel],
      new Date(),
    )
    await eventually('both to wait', async () => {
      const waiting = await facts.rows(
        'select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0',
      )
      return waiting.length > 1
    })
    await lock.release()
    await release
    const arrived = await eventually('the event', () => receiver.received[0])
    expect(arrived.envelope.id).toBe(event!.id)
  })

  test('a school that is suspended while its channel is leased gets no more deliveries', async () => {
    const { caller, subscribe, emit } = await school()
    const answers: (() => void)[] = []
    const receiver = await receiverOf((_, response) => void answers.push(() => response.end('ok')))
    const id = await subscribe(receiver.url)
    await emit(40)
    await eventually('the first sends', () => answers.length === 8)
    const say = (status: string) =>
      system.bus.js.publish(
        invalidationSubject(caller.school, 'site'),
        JSON.stringify({ kind: 'school', status }),
        {
          msgID: newId('evt'),
        },
      )
    await say('suspended')
    await eventually('the state', async () => {
      const [channel] = await facts.rows('select suspended from webhooks.channels where webhook_id = $1', [
        id,
      ])
      return channel.suspended
    })
    await waitForRenewal(runtime())
    receiver.answer = (_, response) => void response.end('ok')
    for (const answer of answers) answer()
    await facts.channelAtRest(id)
    expect(receiver.received).toHaveLength(8)
    await say('active')
    await eventually('the others', () => receiver.received.length === 40)
  })
})
