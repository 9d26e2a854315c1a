// Deliveries that have no row yet, because their first attempt is still to come: lists and operations know them all the same.
import type { ServerResponse } from 'node:http'
import type { Caller } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { maxDone } from '../dispatch/progress.ts'
import { keepPartitions } from '../partitions.ts'
import { type Facts, factsOf, holdLock, waitForRenewal } from '../testing/journal-facts.ts'
import {
  emit,
  type Receiver,
  startReceiver,
  startWebhooks,
  waitForAnswers,
  webhooksOf,
} from '../testing/receiver.ts'

describe('deliveries before their first attempt', () => {
  let system: TestSystem
  let facts: Facts
  const receivers: Receiver[] = []
  beforeAll(async () => {
    system = await startWebhooks()
    waitForAnswers(system.services.webhooks!)
    facts = factsOf(system.ownerUrl)
  })
  afterEach(() => Promise.all(receivers.splice(0).map(receiver => receiver.close())))
  afterAll(() => system.stop())

  const receiverOf = async (...answer: Parameters<typeof startReceiver>) => {
    const receiver = await startReceiver(...answer)
    receivers.push(receiver)
    return receiver
  }
  const subscribe = async (caller: Caller, url: string, more: { max_parallel?: number } = {}) =>
    (await webhooksOf(system, caller).webhooks.create({ body: { url, events: ['*'], ...more } })).id
  /** A school with one healthy subscription, one without any finished delivery, and a number of events. */
  const crowded = async (many: number) => {
    const caller = system.caller()
    const openResponses: ServerResponse[] = []
    const [good, bad] = [
      await receiverOf(),
      await receiverOf((_, response) => void openResponses.push(response)),
    ]
    const served = await subscribe(caller, good.url)
    const waiting = await subscribe(caller, bad.url, { max_parallel: 1 })
    const emitted = []
    for (let batch = 0; batch < 3; batch++)
      emitted.push(
        ...(await emit(
          system,
          caller.school,
          Array.from({ length: many / 3 }, (_, index) => ({
            type: index % 2 ? 'order.paid' : 'user.created',
          })),
        )),
      )
    await eventually('the served ones', async () => (await facts.statuses(caller.school)).delivered === many)
    return { caller, served, waiting, emitted, bad, openResponses, api: webhooksOf(system, caller) }
  }

  test('are in the list in their order, at any size of a page', async () => {
    const { caller, api, waiting, emitted } = await crowded(12)
    const [first] = (await api.deliveries.list({ query: { webhook_id: waiting, limit: '1' } })).data
    await api.deliveries.retry({ body: { delivery_ids: [first!.id] } })
    const all = (await api.deliveries.list({ query: { limit: '100' } })).data
    expect(all).toHaveLength(25)
    expect(await facts.statuses(caller.school)).toEqual({ delivered: 12, pending: 13 })
    expect(
      all.filter(({ status }) => status === 'pending' && waiting).map(({ webhook_id }) => webhook_id),
    ).toEqual(Array(13).fill(waiting))
    const keys = all.map(({ created_at, id }) => `${created_at} ${id}`)
    expect(keys).toEqual([...keys].sort().reverse())
    expect(new Set(all.map(({ event_id }) => event_id))).toEqual(new Set(emitted.map(({ id }) => id)))
    for (const sort of ['-created_at', 'created_at'])
      for (const limit of ['1', '4', '7', '24', '25']) {
        const seen: string[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page = await api.deliveries.list({ query: { sort, limit, ...(cursor && { cursor }) } })
          seen.push(...page.data.map(({ id }) => id))
          cursor = page.next_cursor
        }
        const expected = all.map(({ id }) => id)
        expect(seen).toEqual(sort === 'created_at' ? expected.reverse() : expected)
      }
  })

  test('are found by every filter, and already have their ids', async () => {
    const { api, waiting, served, emitted, bad } = await crowded(6)
    const idsOf = async (query: Record<string, string>) => {
      const page = await api.deliveries.list({ query: { limit: '100', ...query } })
      expect(page.warnings).toBeUndefined()
      return page.data.filter(({ webhook_id }) => webhook_id === waiting)
    }
    const all = await idsOf({})
    expect(all).toHaveLength(6)
    const [one] = all
    expect(one).toMatchObject({ status: 'pending', attempt_count: 0, next_attempt_at: one!.created_at })
    expect(await idsOf({ status: 'pending' })).toEqual(all)
    expect(await idsOf({ status: 'pending,delivered' })).toEqual(all)
    for (const status of ['delivered', 'failed', 'waiting_retry']) expect(await idsOf({ status })).toEqual([])
    expect(await idsOf({ webhook_id: served })).toEqual([])
    expect(await idsOf({ event_type: 'order.*' })).toHaveLength(3)
    expect(await idsOf({ event_type: 'user.created' })).toHaveLength(3)
    expect(await idsOf({ event_id: emitted[2]!.id })).toMatchObject([{ event_id: emitted[2]!.id }])
    expect(await idsOf({ request_id: emitted[3]!.requestId })).toMatchObject([{ event_id: emitted[3]!.id }])
    for (const kind of ['manual', 'replayed']) {
      expect(await idsOf({ [kind]: 'true' })).toEqual([])
      expect(await idsOf({ [kind]: 'false' })).toEqual(all)
    }
    expect(await idsOf({ 'created_at[gt]': all[0]!.created_at })).toEqual([])
    expect(await idsOf({ 'created_at[gte]': all.at(-1)!.created_at })).toEqual(all)
    expect(await idsOf({ 'next_attempt_at[gt]': all[0]!.created_at })).toEqual([])
    expect(await idsOf({ 'next_attempt_at[lte]': all[0]!.created_at })).toEqual(all)
    expect((await idsOf({ expand: 'attempts' })).map(row => (row as { attempts?: [] }).attempts)).toEqual(
      Array(6).fill([]),
    )
    const { health } = await api.webhooks.get({ path: { id: waiting } })
    expect(health.pending_count).toBe(6)
    const sent = bad.received[0]!
    expect(all.map(({ id }) => id)).toContain(sent.headers['x-lms-delivery-id'])
  })

  test('are retried manually like others, and count as on their way', async () => {
    const { api, waiting } = await crowded(3)
    const { data } = await api.deliveries.list({ query: { webhook_id: waiting } })
    const retried = await api.deliveries.retry({ body: { delivery_ids: data.map(({ id }) => id) } })
    expect(retried.data.map(({ retry_of }) => retry_of).sort()).toEqual(data.map(({ id }) => id).sort())
    const manualRows = await facts.rows(
      `select event_id from webhooks.deliveries where webhook_id = $1 and manual`,
      [waiting],
    )
    expect(new Set(manualRows.map(({ event_id }) => event_id))).toEqual(
      new Set(data.map(({ event_id }) => event_id)),
    )
    // Their manual deliveries fail, but the events are still on their way.
    await facts.rows('delete from webhooks.due where webhook_id = $1', [waiting])
    await facts.rows(
      `update webhooks.deliveries set status = 'failed', failed_at = now() where webhook_id = $1 and manual`,
      [waiting],
    )
    const since = { webhook_id: waiting, failed_since: '2020-01-01T00:00:00Z' }
    expect((await api.deliveries.retry({ body: since })).count).toBe(0)
    // Of another school, or of no event, there are none.
    const stranger = webhooksOf(system)
    await expect(stranger.deliveries.retry({ body: { delivery_ids: [data[0]!.id] } })).rejects.toMatchObject({
      reason: 'unknown_reference',
    })
  })

  test('are found even if they are logged during the query', async () => {
    const { api, waiting } = await crowded(3)
    const [one] = (await api.deliveries.list({ query: { webhook_id: waiting } })).data
    const logged = await holdLock(
      system.ownerUrl,
      `lock table webhooks.cursors in access exclusive mode;
       update webhooks.cursors set done = array[3], moves = moves + 1 where webhook_id = '${waiting}';
       insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count, manual,
         replayed, request_id, created_at)
       select school_id, '${one!.id}', '${waiting}', id, type, 'delivered', 1, false, false, request_id, entered_at
       from webhooks.events where id = '${one!.event_id}'`,
    )
    const retried = api.deliveries.retry({ body: { delivery_ids: [one!.id] } })
    await logged.waitedFor()
    await logged.commit()
    expect((await retried).data.map(({ retry_of }) => retry_of)).toEqual([one!.id])
  })

  test('fail when their subscription is deleted, and wait while it is inactive', async () => {
    const { caller, api, waiting, openResponses, bad } = await crowded(6)
    await api.webhooks.update({ path: { id: waiting }, body: { active: false } })
    await emit(system, caller.school, [{}])
    await eventually('the next event', async () => (await facts.statuses(caller.school)).delivered === 8)
    expect((await api.webhooks.get({ path: { id: waiting } })).health.pending_count).toBe(6)
    // From here on it refuses, until its sender has noticed the deactivation.
    bad.answer = (_, response) => void response.writeHead(500).end()
    for (const response of openResponses) response.writeHead(500).end()
    await eventually(
      'the attempt',
      async () => ((await facts.statuses(caller.school)).waiting_retry ?? 0) > 0,
    )
    await api.webhooks.delete({ path: { id: waiting } })
    await eventually('the end', async () => (await facts.statuses(caller.school)).failed === 6)
    expect(await facts.statuses(caller.school)).toEqual({ delivered: 8, failed: 6 })
    const failed = await api.deliveries.list({ query: { status: 'failed' } })
    expect(new Set(failed.data.map(({ attempt_count }) => attempt_count))).toEqual(new Set([0, 1]))
    const rowsIn = (table: string) =>
      facts.rows(`select 1 from webhooks.${table} where webhook_id = $1`, [waiting])
    await eventually('the channel to go', async () => (await rowsIn('channels')).length === 0)
    expect(await rowsIn('cursors')).toEqual([])
  })

  test('wait no longer than the retention of deliveries', async () => {
    const { api, waiting, openResponses, emitted } = await crowded(9)
    await api.webhooks.update({ path: { id: waiting }, body: { active: false } })
    await waitForRenewal(system.services.webhooks!.runtime)
    for (const response of openResponses) response.end('ok')
    await facts.channelAtRest(waiting)
    const events = async () => {
      const { data } = await api.deliveries.list({ query: { status: 'pending', webhook_id: waiting } })
      return data.map(({ event_id }) => event_id)
    }
    const before = await events()
    const { runtime } = system.services.webhooks!
    await keepPartitions(runtime)
    expect(await events()).toEqual(before)
    const old: string[] = emitted.slice(0, 6).map(({ id }) => id)
    await facts.rows(
      `update webhooks.events set entered_at = now() - interval '91 days' where id = any($1)`,
      [old],
    )
    await keepPartitions(runtime)
    const remaining = before.filter(id => !old.includes(id))
    expect(remaining).toHaveLength(3)
    expect(await events()).toEqual(remaining)
  })

  test('do not wait behind a slow one: its delivery gets a row, and is logged to it', async () => {
    const caller = system.caller()
    let answer = () => {}
    const receiver = await receiverOf((_, response) => {
      answer = () => void response.end('at last')
      receiver.answer = (_, other) => void other.end('ok')
    })
    const id = await subscribe(caller, receiver.url)
    const many = maxDone + 60
    await emit(system, caller.school, Array(many).fill({}))
    await eventually('the others', async () => (await facts.statuses(caller.school)).delivered === many - 1)
    const cursor = () =>
      facts
        .rows('select sequence::int, cardinality(done) as done from webhooks.cursors where webhook_id = $1', [
          id,
        ])
        .then(([row]) => row)
    await eventually('the cursor', async () => (await cursor()).sequence > 1)
    expect(await facts.rows('select attempts from webhooks.due where webhook_id = $1', [id])).toEqual([
      { attempts: 0 },
    ])
    expect(await facts.statuses(caller.school)).toEqual({ delivered: many - 1, pending: 1 })
    answer()
    await eventually('the last', async () => (await facts.statuses(caller.school)).delivered === many)
    expect(await cursor()).toEqual({ sequence: many, done: 0 })
    expect(await facts.attempts(caller.school)).toBe(many)
    expect(await facts.rows('select 1 from webhooks.due where webhook_id = $1', [id])).toEqual([])
    expect(receiver.received).toHaveLength(many)
  })
})
