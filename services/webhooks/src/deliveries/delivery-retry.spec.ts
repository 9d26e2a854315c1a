import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { holdLock } from '../testing/journal-facts.ts'
import { emit, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'
import { maxWaiting } from './delivery.contract.ts'

describe('a manual retry', () => {
  const world = webhooksWorld()

  const sql = (text: string, values: unknown[]) =>
    world.system.services.webhooks!.runtime.system.pool.query(text, values).then(({ rows }) => rows)
  const fail = () => {
    world.receiver.answer = (_, response) => void response.writeHead(500).end('no')
  }
  const recover = () => {
    world.receiver.answer = (_, response) => void response.end('ok')
  }
  const subscribe = async () => {
    const { made: webhook, ...api } = await world.subscribe()
    const list = (query: Record<string, string> = {}) =>
      api.deliveries
        .list({ query: { sort: 'created_at', expand: 'attempts', ...query } })
        .then(({ data }) => data as ((typeof data)[number] & { attempts: { number: number }[] })[])
    const waiting = (count: number) =>
      eventually(`${count} that wait for their next attempt`, async () => {
        const data = await list({ status: 'waiting_retry' })
        return data.length === count && data
      })
    return { ...api, id: webhook.id, list, waiting }
  }
  /** Ends deliveries as failed, as their seventh attempt would. */
  const exhaust = async (ids: readonly string[], at: Date) => {
    await sql('delete from webhooks.due where delivery_id = any($1)', [ids])
    await sql(
      `update webhooks.deliveries set status = 'failed', failed_at = $2, next_attempt_at = null where id = any($1)`,
      [ids, at.toISOString()],
    )
  }

  test('is a delivery of its own that changes neither counter nor schedule of the automatic one', async () => {
    const { caller, deliveries, list, waiting, events } = await subscribe()
    fail()
    await emit(world.system, caller.school, [{}])
    const [automatic] = await waiting(1)
    const answer = await deliveries.retry({ body: { delivery_ids: [automatic!.id] } })
    expect(answer).toMatchObject({ count: 1, skipped: [], more: false, data: [{ retry_of: automatic!.id }] })
    const ofManual = { manual: 'true' }
    const manual = await eventually(
      'its one attempt',
      async () => (await list({ ...ofManual, status: 'failed' }))[0],
    )
    expect(manual).toMatchObject({
      id: answer.data[0]!.id,
      event_id: automatic!.event_id,
      manual: true,
      replayed: false,
      attempt_count: 1,
      next_attempt_at: null,
      attempts: [{ number: 1 }],
    })
    expect(await list({ manual: 'false' })).toEqual([automatic])

    recover()
    await deliveries.retry({ body: { delivery_ids: [automatic!.id] } })
    await eventually('the next one', async () => (await list({ ...ofManual, status: 'delivered' }))[0])
    expect(await list({ manual: 'false' })).toEqual([automatic])
    world.turn(Date.parse(automatic!.next_attempt_at!) - world.clock.now().getTime() + 1)
    const second = await eventually(
      'the automatic one at its time',
      async () => (await list({ manual: 'false', status: 'delivered' }))[0],
    )
    expect(second).toMatchObject({ id: automatic!.id, attempt_count: 2 })
    expect(world.receiver.received).toHaveLength(4)
    expect(new Set(world.receiver.received.map(({ body }) => body)).size).toBe(1)
    // The failure of a manual one emits nothing.
    expect((await events.list({ query: { type: 'system.*' } })).data).toEqual([])
  })

  test('of all failures since a time takes each event once, and none that arrived or is on its way', async () => {
    const { caller, deliveries, id, list, waiting } = await subscribe()
    fail()
    const emitted = await emit(world.system, caller.school, [{}, {}, {}, {}])
    const failed = await waiting(4)
    const of = (index: number) => failed.find(({ event_id }) => event_id === emitted[index]!.id)!.id
    const now = world.clock.now().getTime()
    await exhaust([of(0), of(1)], new Date(now))
    await exhaust([of(2)], new Date(now - 3600_000))
    recover()
    const ask = () =>
      deliveries.retry({ body: { webhook_id: id, failed_since: new Date(now - 60_000).toISOString() } })
    const [one, other] = await Promise.all([ask(), ask()])
    expect([one.count, other.count].sort()).toEqual([0, 2])
    const retries = [...one.data, ...other.data]
    expect(retries.map(({ retry_of }) => retry_of).sort()).toEqual([of(0), of(1)].sort())
    await eventually('both', async () => (await list({ manual: 'true', status: 'delivered' })).length === 2)
    expect(await ask()).toEqual({ count: 0, data: [], skipped: [], more: false, next_failed_since: null })
  })

  test('keeps the channel free while it looks for failures, and refuses if the subscription is gone by then', async () => {
    const { caller, deliveries, webhooks, id, waiting } = await subscribe()
    fail()
    await emit(world.system, caller.school, [{}])
    const [one] = await waiting(1)
    await exhaust([one!.id], world.clock.now())
    await world.facts.channelAtRest(id)
    const slow = await holdLock(
      world.system.ownerUrl,
      'lock table webhooks.deliveries in access exclusive mode',
    )
    const retryRequest = deliveries.retry({ body: { webhook_id: id, failed_since: '2026-01-01T00:00:00Z' } })
    const answer = expect(retryRequest).rejects.toMatchObject({
      status: 422,
      reason: 'unknown_reference',
      details: [{ path: 'body.webhook_id' }],
    })
    try {
      await slow.waitedFor()
      // The lock with which the journal wakes the channel, and its holder renews the lease.
      const queueQuery = `select from webhooks.channels where webhook_id = '${id}' for no key update nowait`
      await (await holdLock(world.system.ownerUrl, queueQuery)).release()
      await webhooks.delete({ path: { id } })
    } finally {
      await slow.release()
    }
    await answer
  })

  test('gives the reason for each that cannot be retried', async () => {
    const { caller, deliveries, webhooks, id, waiting } = await subscribe()
    fail()
    const off = await webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })
    const deleted = await webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })
    await emit(world.system, caller.school, [{}])
    const waitingDeliveries = await waiting(3)
    await webhooks.update({ path: { id: off.id }, body: { active: false } })
    await webhooks.delete({ path: { id: deleted.id } })
    const of = (webhook: string) => waitingDeliveries.find(({ webhook_id }) => webhook_id === webhook)!.id
    const answer = await deliveries.retry({ body: { delivery_ids: waitingDeliveries.map(({ id }) => id) } })
    expect(answer.data.map(({ retry_of }) => retry_of)).toEqual([of(id)])
    expect(new Map(answer.skipped.map(({ id, reason }) => [id as string, reason]))).toEqual(
      new Map([
        [of(off.id), 'webhook_inactive'],
        [of(deleted.id), 'webhook_deleted'],
      ]),
    )
    await sql('delete from webhooks.events where school_id = $1', [caller.school])
    expect(await deliveries.retry({ body: { delivery_ids: [of(id)] } })).toEqual({
      count: 0,
      data: [],
      skipped: [{ id: of(id), reason: 'event_gone' }],
      more: false,
      next_failed_since: null,
    })
  })

  test('does not distinguish another school’s ids from unknown ones', async () => {
    const { caller, deliveries, id, waiting, webhooks } = await subscribe()
    fail()
    await emit(world.system, caller.school, [{}])
    const [mine] = await waiting(1)
    const refused = { status: 422, reason: 'unknown_reference' }
    await expect(
      deliveries.retry({ body: { delivery_ids: [mine!.id, newId('dlv')] } }),
    ).rejects.toMatchObject({ ...refused, details: [{ path: 'body.delivery_ids.1' }] })
    const stranger = webhooksOf(world.system).deliveries
    for (const delivery of [mine!.id, newId('dlv')])
      await expect(stranger.retry({ body: { delivery_ids: [delivery] } })).rejects.toMatchObject({
        ...refused,
        details: [{ path: 'body.delivery_ids.0', message: 'this school has no such delivery' }],
      })
    const failed_since = '2026-01-01T00:00:00Z'
    for (const webhook_id of [id, newId('whk')])
      await expect(stranger.retry({ body: { webhook_id, failed_since } })).rejects.toMatchObject({
        ...refused,
        details: [{ path: 'body.webhook_id', message: 'this school has no such subscription' }],
      })
    await webhooks.update({ path: { id }, body: { active: false } })
    await expect(deliveries.retry({ body: { webhook_id: id, failed_since } })).rejects.toMatchObject({
      status: 409,
      reason: 'webhook_inactive',
    })
    for (const body of [
      {},
      { webhook_id: id },
      { delivery_ids: [] },
      { delivery_ids: [mine!.id], webhook_id: id },
    ])
      await expect(deliveries.retry({ body })).rejects.toMatchObject({ status: 400 })
  })

  test('of more than ten thousand takes the oldest ten thousand, and reports the rest', async () => {
    const { caller, deliveries, id, waiting } = await subscribe()
    fail()
    await emit(world.system, caller.school, [{}])
    const [one] = await waiting(1)
    await exhaust([one!.id], world.clock.now())
    await sql(
      `insert into webhooks.events select school_id, 'evt_' || lpad(n::text, 26, substr(id, 5)), type, sequence + n,
         created_at, request_id, user_id, object_id, payload
       from webhooks.events, generate_series(10001, 20000) n where school_id = $1`,
      [caller.school],
    )
    await sql(
      `insert into webhooks.deliveries select d.school_id, 'dlv' || substr(e.id, 4), webhook_id, e.id, event_type,
         status, attempt_count, next_attempt_at, failed_at, manual, replayed, d.request_id, d.created_at
       from webhooks.deliveries d join webhooks.events e on e.school_id = d.school_id and e.id <> d.event_id
       where d.school_id = $1`,
      [caller.school],
    )
    await sql('update webhooks.channels set suspended = true where webhook_id = $1', [id])
    // Who holds the channel still would send until its lease is renewed.
    await world.facts.channelAtRest(id)
    const ask = () => deliveries.retry({ body: { webhook_id: id, failed_since: '2026-01-01T00:00:00Z' } })
    const first = await ask()
    expect(first).toMatchObject({ count: 10_000, skipped: [], more: true })
    expect(await ask()).toMatchObject({ count: 1, more: false })
    const [{ due }] = await sql('select count(*)::int as due from webhooks.due where webhook_id = $1', [id])
    expect(due).toBe(10_001)
  })

  test('creates no more if very many deliveries of the school are waiting, nor does a replay', async () => {
    const { caller, deliveries, events, list } = await subscribe()
    const [emitted] = await emit(world.system, caller.school, [{}])
    const [delivery] = await eventually('the delivery', async () => {
      const data = await list({ status: 'delivered' })
      return data.length === 1 && data
    })
    await sql(
      `insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
       select $1, 'whk_behind', now(), 'dlv_' || n, 'evt_x', 0, false, false from generate_series(1, $2) n`,
      [caller.school, maxWaiting],
    )
    const tooMany = { status: 409, reason: 'too_many_waiting' }
    await expect(deliveries.retry({ body: { delivery_ids: [delivery!.id] } })).rejects.toMatchObject(tooMany)
    await expect(events.replay({ path: { id: emitted!.id } })).rejects.toMatchObject(tooMany)
    const replay = await events.replayMany({ body: { types: ['*'] } })
    const statusOf = async () => (await sql('select state from webhooks.tasks where id = $1', [replay.id]))[0]
    await eventually('the replay to be looked at', async () => (await statusOf()).state)
    expect(JSON.parse((await statusOf()).state)).toMatchObject({ deliveries: 0 })
    await sql(`delete from webhooks.due where school_id = $1 and delivery_id like 'dlv_1%'`, [caller.school])
    await eventually('the replay', async () => (await statusOf()) === undefined)
    await expect(deliveries.retry({ body: { delivery_ids: [delivery!.id] } })).resolves.toMatchObject({
      count: 1,
    })
  })
})
