import { type Caller, newId } from '@lms/contract'
import { type RunningService, runService } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { webhooksService } from '../service.ts'
import { type Receiver, startReceiver, startWebhooks, tell, webhooksOf } from '../testing/receiver.ts'
import { workReplays } from './replay.job.ts'

const rate = 20

describe('a replay', () => {
  let system: TestSystem
  let twin: RunningService
  let receiver: Receiver
  beforeAll(async () => {
    const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1', LMS_REPLAY_RATE: String(rate) }
    system = await startWebhooks({ settings: { settings } })
    twin = await runService(webhooksService, { ...system.configs.webhooks!, port: 0 })
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())
  afterAll(async () => {
    await twin.stop()
    await system.stop()
  })

  const sql = (text: string, values: unknown[] = []) =>
    system.services.webhooks!.runtime.system.pool.query(text, values).then(({ rows }) => rows)
  const told = async (caller: Caller, events: Parameters<typeof tell>[2]) => {
    const made = await tell(system, caller.school, events)
    await eventually('the journal', () =>
      webhooksOf(system, caller).events.get({ path: { id: made.at(-1)!.id } }),
    )
    return made.map(({ id }) => id as string)
  }
  const subscribe = (caller: Caller, events: string[], url = receiver.url) =>
    webhooksOf(system, caller).webhooks.create({ body: { url, events } })
  const arrived = () => receiver.received.map(({ envelope }) => envelope.id)
  const stateOf = async (id: string | null) =>
    (
      await sql(
        'select status, position::int, deliveries::int, events::int from webhooks.replays where id = $1',
        [id],
      )
    )[0]
  const done = (id: string | null) =>
    eventually('its end', async () => {
      const state = await stateOf(id)
      return state.status === 'done' && state
    })

  test('of one event goes to the subscriptions as they are now, marked', async () => {
    const caller = system.caller()
    const [event] = await told(caller, [{ type: 'order.paid' }, { type: 'user.created' }])
    const taking = await subscribe(caller, ['order.*'])
    await subscribe(caller, ['user.*'])
    const off = await subscribe(caller, ['*'])
    const { events, deliveries, webhooks } = webhooksOf(system, caller)
    await webhooks.change({ path: { id: off.id }, body: { active: false } })
    const answer = await events.replay({ path: { id: event! } })
    expect(answer).toMatchObject({ event_id: event, deliveries: 1 })
    await eventually('its arrival', () => receiver.received[0])
    expect(receiver.received[0]!.envelope).toMatchObject({ id: event, sequence: 1, replayed: true })
    const logged = await eventually(
      'the log',
      async () => (await deliveries.list({ query: { replayed: 'true', status: 'delivered' } })).data[0],
    )
    expect(logged).toMatchObject({ id: answer.delivery_ids[0], webhook_id: taking.id, manual: false })
    expect(await events.get({ path: { id: event! } })).toMatchObject({ replayed: false })
    expect((await events.list({ query: { type: 'order.paid,user.created' } })).data).toHaveLength(2)
    expect(receiver.received).toHaveLength(1)
    const stranger = webhooksOf(system).events
    for (const id of [event!, newId('evt')])
      await expect(stranger.replay({ path: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('of the news that an address fails does not go to that address', async () => {
    const caller = system.caller()
    const { id } = await subscribe(caller, ['*'])
    const { webhooks, events } = webhooksOf(system, caller)
    const [news] = await told(caller, [{ type: 'system.webhook_failed', related: { webhook_id: id } }])
    expect(await events.replay({ path: { id: news! } })).toMatchObject({ deliveries: 0 })
    const count = { body: { types: ['system.*'], dry_run: true } }
    expect(await events.replayMany(count)).toMatchObject({ events: 1, deliveries: 0 })
    const other = await startReceiver()
    await webhooks.create({ body: { url: other.url, events: ['*'] } })
    expect(await events.replay({ path: { id: news! } })).toMatchObject({ deliveries: 1 })
    expect(await events.replayMany(count)).toMatchObject({ events: 1, deliveries: 1 })
    await eventually('its arrival', () => other.received[0])
    await other.close()
    expect(receiver.received).toEqual([])
  })

  test('of a range and types counts first, then sends each once, and those told since not', async () => {
    const caller = system.caller()
    const ids = await told(caller, [
      { type: 'order.paid' },
      { type: 'user.created' },
      { type: 'order.created' },
    ])
    await subscribe(caller, ['order.paid'])
    const one = await subscribe(caller, ['order.*'])
    const { events, deliveries } = webhooksOf(system, caller)
    const body = { types: ['order.*'], created_at: { gte: new Date(Date.now() - 3600_000).toISOString() } }
    expect(await events.replayMany({ body: { ...body, dry_run: true } })).toEqual({
      id: null,
      status: null,
      dry_run: true,
      events: 2,
      deliveries: 3,
    })
    expect((await deliveries.list()).data).toEqual([])
    const nothing = { ...body, created_at: { lt: body.created_at.gte }, dry_run: true }
    expect(await events.replayMany({ body: nothing })).toMatchObject({ events: 0, deliveries: 0 })
    expect(await events.replayMany({ body: { ...body, webhook_id: one.id, dry_run: true } })).toMatchObject({
      events: 2,
      deliveries: 2,
    })
    const { id, ...order } = await events.replayMany({ body })
    expect(order).toEqual({ status: 'queued', dry_run: false, events: 2, deliveries: 3 })
    expect(id).toMatch(/^job_/)
    expect(await done(id)).toMatchObject({ events: 2, deliveries: 3 })
    await eventually('their arrival', () => receiver.received.length === 3)
    expect(arrived().sort()).toEqual([ids[0], ids[0], ids[2]].sort())
    expect(receiver.received.every(({ envelope }) => envelope.replayed)).toBe(true)
  })

  test('is held to its rate, whoever works, and doubles nothing when workers are lost on the way', async () => {
    const caller = system.caller()
    const count = 4 * rate
    const ids = await told(caller, Array(count).fill({ type: 'order.paid' }))
    await subscribe(caller, ['order.*'])
    const { events } = webhooksOf(system, caller)
    const { runtime } = system.services.webhooks!
    // The clockwork stands still meanwhile: another has the lease.
    const hold = () =>
      sql(
        `insert into webhooks.leases (name, holder, fence, expires_at) values ('job work-replays', 'a test', 1, now() + interval '1 hour')
         on conflict (name) do update set holder = 'a test', fence = webhooks.leases.fence + 1, expires_at = now() + interval '1 hour'`,
      )
    await hold()
    const { id } = await events.replayMany({ body: { types: ['*'] } })
    const made = () =>
      sql('select count(*)::int as made from webhooks.deliveries where school_id = $1', [caller.school]).then(
        ([row]) => row.made as number,
      )
    // A run of the clockwork that was under way when the lease was taken may have had its second's worth.
    const before = await made()
    await workReplays(runtime)
    const after = await made()
    expect(after - before).toBeLessThanOrEqual(2 * rate)
    expect(after).toBeGreaterThanOrEqual(rate)
    // A worker that is lost before its slice is committed leaves nothing of it behind.
    const broken = {
      ...runtime,
      system: Object.assign(Object.create(runtime.system), {
        connect: () => runtime.system.connect(),
        transaction: (work: (send: (steps: never) => Promise<unknown>) => Promise<unknown>) =>
          runtime.system.transaction(async send => {
            await work(send as never)
            throw new Error('lost before the commit')
          }),
      }),
    }
    await workReplays(broken as typeof runtime)
    expect(await made()).toBe(after)
    expect(await stateOf(id)).toMatchObject({ deliveries: after })
    // Two who both believe that they hold the lease.
    while ((await stateOf(id)).status !== 'done')
      await Promise.all([workReplays(runtime), workReplays(twin.runtime)])
    expect(await made()).toBe(count)
    await eventually('their arrival', () => receiver.received.length >= count)
    expect(arrived().sort()).toEqual(ids.sort())
    await sql(`delete from webhooks.leases where name = 'job work-replays'`)
  })

  test('that fails again and again is given up, and does not keep other schools waiting', async () => {
    const caller = system.caller()
    const other = system.caller()
    for (const { school } of [caller, other]) await told({ ...caller, school }, [{}])
    await subscribe(caller, ['*'])
    await subscribe(other, ['*'])
    const sick = await webhooksOf(system, caller).events.replayMany({ body: { types: ['*'] } })
    await sql(
      `update webhooks.replays set types = '"not a list"', status = 'queued', position = 0, failures = 18 where id = $1`,
      [sick.id],
    )
    const { id } = await webhooksOf(system, other).events.replayMany({ body: { types: ['*'] } })
    await done(id)
    await eventually('the end of the other', async () => (await stateOf(sick.id)).status === 'failed')
  })

  test('what does not go is refused', async () => {
    const caller = system.caller()
    const { events, webhooks } = webhooksOf(system, caller)
    await told(caller, [{}])
    const { id } = await subscribe(caller, ['*'])
    const order = (body: Parameters<typeof events.replayMany>[0]['body']) => events.replayMany({ body })
    for (const body of [{}, { created_at: {} }, { types: [] }, { webhook_id: id }])
      await expect(order(body)).rejects.toMatchObject({ status: 400 })
    await expect(order({ types: ['order.*', 'order.payed'] })).rejects.toMatchObject({
      reason: 'unknown_event',
      details: [{ path: 'body.types.1' }],
    })
    const day = (n: number) => `2026-01-0${n}T00:00:00Z`
    await expect(order({ created_at: { gte: day(2), lt: day(2) } })).rejects.toMatchObject({
      status: 422,
      reason: 'empty_range',
    })
    const stranger = await subscribe(system.caller(), ['*'])
    for (const webhook_id of [stranger.id, newId('whk')])
      await expect(order({ types: ['*'], webhook_id })).rejects.toMatchObject({
        status: 422,
        reason: 'unknown_reference',
        details: [{ path: 'body.webhook_id', message: 'there is no such subscription here' }],
      })
    await webhooks.change({ path: { id }, body: { active: false } })
    await expect(order({ types: ['*'], webhook_id: id })).rejects.toMatchObject({
      status: 409,
      reason: 'webhook_inactive',
    })
    await sql(
      `insert into webhooks.replays (school_id, id, status, types, position, last_sequence, request_id, created_at, updated_at)
       select $1, 'job_' || n, 'queued', '["*"]', 0, 9e15, 'r', now(), now() from generate_series(1, 10) n`,
      [caller.school],
    )
    await expect(order({ types: ['*'] })).rejects.toMatchObject({ status: 409, reason: 'too_many_replays' })
    await sql('delete from webhooks.replays where school_id = $1', [caller.school])
  })
})
