import { type Caller, newId } from '@lms/contract'
import { type RunningService, runService } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { webhooksService } from '../service.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

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
  const emitted = async (caller: Caller, events: Parameters<typeof emit>[2]) => {
    const createdEvents = await emit(system, caller.school, events)
    await eventually('the journal', () =>
      webhooksOf(system, caller).events.get({ path: { id: createdEvents.at(-1)!.id } }),
    )
    return createdEvents.map(({ id }) => id as string)
  }
  const subscribe = (caller: Caller, events: string[], url = receiver.url) =>
    webhooksOf(system, caller).webhooks.create({ body: { url, events } })
  const arrived = () => receiver.received.map(({ envelope }) => envelope.id)
  /** The replay in its queue; undefined once it is done. */
  const jobOf = async (id: string | null) => {
    const wait = 'extract(epoch from due_at - created_at)::float8 as wait'
    const rows = await sql(`select status, state, ${wait} from webhooks.tasks where id = $1`, [id])
    return rows[0] as { status: string; state: string; wait: number } | undefined
  }
  const done = (id: string | null) => eventually('its end', async () => !(await jobOf(id)))
  /** When the deliveries of replays were made, in seconds. */
  const creationTimesOf = async (caller: Caller): Promise<number[]> => {
    const rows = await sql(
      'select extract(epoch from created_at)::float8 as at from webhooks.deliveries where school_id = $1 and replayed',
      [caller.school],
    )
    return rows.map(({ at }) => at)
  }

  test('of one event goes to the present subscriptions, marked', async () => {
    const caller = system.caller()
    const [event] = await emitted(caller, [{ type: 'order.paid' }, { type: 'user.created' }])
    const taking = await subscribe(caller, ['order.*'])
    await subscribe(caller, ['user.*'])
    const off = await subscribe(caller, ['*'])
    const { events, deliveries, webhooks } = webhooksOf(system, caller)
    await webhooks.update({ path: { id: off.id }, body: { active: false } })
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

  test("of the event of an address's failure does not go to that address", async () => {
    const caller = system.caller()
    const { id } = await subscribe(caller, ['*'])
    const { webhooks, events } = webhooksOf(system, caller)
    const [news] = await emitted(caller, [{ type: 'system.webhook_failed', related: { webhook_id: id } }])
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

  test('of a range and types counts first, then sends each event once, and none emitted since', async () => {
    const caller = system.caller()
    const ids = await emitted(caller, [
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
    await done(id)
    expect(await creationTimesOf(caller)).toHaveLength(3)
    await eventually('their arrival', () => receiver.received.length === 3)
    expect(arrived().sort()).toEqual([ids[0], ids[0], ids[2]].sort())
    expect(receiver.received.every(({ envelope }) => envelope.replayed)).toBe(true)
  })

  test('keeps its rate in any number of processes, and duplicates nothing; its task shows the progress', async () => {
    const caller = system.caller()
    const count = 4 * rate
    const ids = await emitted(caller, Array(count).fill({ type: 'order.paid' }))
    await subscribe(caller, ['order.*'])
    const { id } = await webhooksOf(system, caller).events.replayMany({ body: { types: ['*'] } })
    const half = await eventually('the half', async () => {
      const { state } = (await jobOf(id)) ?? {}
      return state && JSON.parse(state).events >= count / 2 && JSON.parse(state)
    })
    expect(half.deliveries).toBe(half.events)
    await done(id)
    const times = await creationTimesOf(caller)
    expect(times).toHaveLength(count)
    // The last slice may begin as soon as those before it have had their time.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual((count - rate) / rate)
    await eventually('their arrival', () => receiver.received.length >= count)
    expect(arrived().sort()).toEqual(ids.sort())
  })

  test('of a school waits for the one before it; when that one is canceled, the next one continues', async () => {
    const caller = system.caller()
    // More than it sends while this test looks at it, on a busy machine too.
    const many = 40 * rate
    await emitted(caller, Array(many).fill({ type: 'order.paid' }))
    await subscribe(caller, ['*'])
    const { events } = webhooksOf(system, caller)
    const [first, second] = [
      await events.replayMany({ body: { types: ['*'] } }),
      await events.replayMany({ body: { types: ['user.*'] } }),
    ]
    await eventually('the first to be under way', async () => (await creationTimesOf(caller)).length > 0)
    const waits = await eventually('the second to be looked at', async () => {
      const job = await jobOf(second.id)
      return job?.status === 'waiting' && job.state ? job : null
    })
    expect(JSON.parse(waits.state)).toMatchObject({ events: 0, deliveries: 0 })
    expect(waits.wait).toBeGreaterThanOrEqual(1)
    // Emitted since, so no replay sends it.
    const [since] = await emitted(caller, [{ type: 'user.created' }])
    const cancel = { body: { cancel: first.id! } }
    await expect(webhooksOf(system).events.replayMany(cancel)).rejects.toMatchObject({
      reason: 'replay_over',
    })
    expect(await events.replayMany(cancel)).toMatchObject({ id: first.id, status: 'canceled' })
    await done(second.id)
    const ofSince = await sql('select replayed from webhooks.deliveries where event_id = $1', [since])
    expect(ofSince.filter(({ replayed }) => replayed)).toEqual([])
    const stayed = await creationTimesOf(caller)
    expect(stayed.length).toBeLessThan(many)
    await expect(events.replayMany(cancel)).rejects.toMatchObject({ status: 409, reason: 'replay_over' })
  })

  test('that fails is repeated, waits behind the school’s others, and is finally shown as failed', async () => {
    const caller = system.caller()
    await emitted(caller, [{}])
    await subscribe(caller, ['*'])
    const { events } = webhooksOf(system, caller)
    const sick = await events.replayMany({ body: { types: ['*'] } })
    await done(sick.id)
    await sql(
      `insert into webhooks.tasks (school_id, queue, id, payload, status, due_at, failures, request_id, created_at)
       values ($1, 'replay-events', $2, '{"types": "not a list"}', 'ready', now(), 18, 'r', now())`,
      [caller.school, sick.id],
    )
    const { id } = await events.replayMany({ body: { types: ['*'] } })
    await done(id)
    await sql(`update webhooks.tasks set due_at = now() where id = $1 and status = 'waiting'`, [sick.id])
    await eventually('the end of the other', async () => {
      await sql(`update webhooks.tasks set due_at = now() where id = $1 and status = 'waiting'`, [sick.id])
      return (await jobOf(sick.id))?.status === 'failed'
    })
  })

  test('invalid requests are refused', async () => {
    const caller = system.caller()
    const { events, webhooks } = webhooksOf(system, caller)
    await emitted(caller, [{}])
    const { id } = await subscribe(caller, ['*'])
    const order = (body: Parameters<typeof events.replayMany>[0]['body']) => events.replayMany({ body })
    const both = { types: ['*'], cancel: newId('job') }
    for (const body of [{}, { created_at: {} }, { types: [] }, { webhook_id: id }, both])
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
        details: [{ path: 'body.webhook_id', message: 'this school has no such subscription' }],
      })
    await webhooks.update({ path: { id }, body: { active: false } })
    await expect(order({ types: ['*'], webhook_id: id })).rejects.toMatchObject({
      status: 409,
      reason: 'webhook_inactive',
    })
    await sql(
      `insert into webhooks.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
       select $1, 'replay-events', 'job_' || n, '{}', 'waiting', now() + interval '1 hour', 'r', now()
       from generate_series(1, 10) n`,
      [caller.school],
    )
    await expect(order({ types: ['*'] })).rejects.toMatchObject({ status: 409, reason: 'too_many_replays' })
    await sql('delete from webhooks.tasks where school_id = $1', [caller.school])
  })
})
