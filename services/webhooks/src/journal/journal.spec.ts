import { jest } from '@jest/globals'
import { type Caller, newId } from '@lms/contract'
import { Leases, type RunningService, runService, timeOfId } from '@lms/service-host'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { journal } from '../contract.ts'
import { keepPartitions } from '../partitions.ts'
import { webhooksService } from '../service.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { enterBatch, LeaseLost } from './journal-batch.ts'

describe('the journal of many writers and readers', () => {
  let system: TestSystem
  let receiver: Receiver
  let twin: RunningService
  beforeAll(async () => {
    system = await startWebhooks()
    twin = await runService(webhooksService, { ...system.configs.webhooks!, port: 0 })
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await twin.stop()
    await system.stop()
    await receiver.close()
  })
  const owner = (text: string, values: unknown[] = []) =>
    asOwner(system.ownerUrl, client => client.query(text, values)).then(({ rows }) => rows)
  const sequences = async (caller: Caller) => {
    const rows = await owner(
      'select sequence::int from webhooks.events where school_id = $1 order by sequence',
      [caller.school],
    )
    return rows.map(({ sequence }) => sequence)
  }
  const gateway = (as = 'gateway') => system.internal('webhooks', { journal }, { as })

  test('two writers that compete for the lease give no sequence twice and lose no event', async () => {
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const writers = [system.services.webhooks!, twin].map(({ runtime }) => runtime.instance)
    for (let round = 1; round <= 6; round++) {
      await emit(system, caller.school, Array(25).fill({}))
      // The lease is taken from the present writer, with or without a running batch.
      await owner(
        `update webhooks.leases set holder = $1, fence = fence + 1, expires_at = now() + interval '5 seconds'
         where name = 'journal'`,
        [writers[round % 2]],
      )
      await emit(system, caller.school, Array(25).fill({}))
      await eventually('all events', async () => (await sequences(caller)).length >= round * 50)
      const [lease] = await owner(`select holder from webhooks.leases where name = 'journal'`)
      expect(lease.holder).toBe(writers[round % 2])
    }
    expect(await sequences(caller)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    const query = `select sum(cardinality(takers))::int as taken from webhooks.events where school_id = $1`
    expect((await owner(query, [caller.school]))[0].taken).toBe(300)
    await eventually('their arrival', () => {
      const arrived = receiver.received.map(({ envelope }) => envelope.sequence)
      return new Set(arrived).size === 300
    })
  })

  test('a writer without the lease writes nothing', async () => {
    const { runtime } = system.services.webhooks!
    const { school } = system.caller()
    const id = newId('evt')
    const event = {
      school,
      id,
      type: 'order.paid',
      created_at: new Date().toISOString(),
      request_id: 'r',
      user_id: null,
      object_id: null,
      failed_webhook_id: null,
      by_request: true,
      payload: '{}',
    }
    const own = new Leases(runtime.system, 'webhooks', 'one who was away')
    await owner(`update webhooks.leases set holder = 'one who was away', fence = fence + 2,
      expires_at = now() + interval '1 minute' where name = 'journal'`)
    const lease = (await own.acquire('journal', 60))!
    const enter = (fence: number) =>
      enterBatch(
        [event],
        { streamCreated: 'x', last: 1 },
        {
          system: runtime.system,
          leases: own,
          fence,
          now: new Date().toISOString(),
          expectsTwins: false,
        },
      )
    // Another writer had it in between, so its knowledge of the stream is out of date.
    await expect(enter(lease.fence - 2)).rejects.toThrow(LeaseLost)
    expect(await owner('select 1 from webhooks.events where id = $1', [id])).toEqual([])
    await own.release('journal')
  })

  test('a stream that was created again is read from its beginning', async () => {
    const { bus } = system
    const caller = system.caller()
    await bus.manager.streams.delete('EVENTS')
    await bus.ensureStreams()
    await emit(system, caller.school, [{}, {}])
    await eventually('both events', async () => (await sequences(caller)).length === 2)
  })

  test('entries never go back in time, although a clock does', async () => {
    const caller = system.caller()
    await emit(system, caller.school, [{}])
    await eventually('the first', async () => (await sequences(caller)).length === 1)
    await owner(`update webhooks.sequences set entered_at = now() + interval '1 hour' where school_id = $1`, [
      caller.school,
    ])
    const webhook = { url: receiver.url, events: ['*'] }
    const { webhooks, deliveries } = webhooksOf(system, caller)
    await webhooks.create({ body: webhook })
    await emit(system, caller.school, [{}])
    const [delivery] = await eventually('its delivery', async () => {
      const { data } = await deliveries.list({ query: { status: 'delivered' } })
      return data.length > 0 && data
    })
    expect(Date.parse(delivery!.created_at)).toBeGreaterThan(Date.now() + 3_500_000)
  })

  test('the deliveries that a request causes are charged to its school, and no others', async () => {
    const caller = system.caller()
    const { webhooks } = webhooksOf(system, caller)
    for (const ordered of [false, true])
      await webhooks.create({ body: { url: receiver.url, events: ['*'], ordered } })
    const charges = [system.services.webhooks!, twin].map(({ runtime }) =>
      jest.spyOn(runtime.metering, 'add'),
    )
    await emit(system, caller.school, [{}, { related: { actor_id: newId('usr') } }, {}])
    const charged = () =>
      charges.flatMap(({ mock }) => mock.calls).filter(([school]) => school === caller.school)
    await eventually('the charge', () => charged().length > 0)
    await eventually('all events', async () => (await sequences(caller)).length === 3)
    expect(charged()).toEqual([[caller.school, { event: 0, delivery: 2, task: 0 }]])
    jest.restoreAllMocks()
  })

  test('a journal that is behind is reported, once in ten seconds', async () => {
    const caller = system.caller()
    const replicas = [system.services.webhooks!, twin].map(({ runtime }) => runtime)
    const warnings = replicas.map(({ log }) => jest.spyOn(log, 'warn'))
    const lags = () =>
      warnings.flatMap(({ mock }) => mock.calls).filter(([about]) => Object.hasOwn(about as object, 'lag_ms'))
    const entered = async (count: number) => {
      await emit(system, caller.school, [{}])
      await eventually('the event', async () => (await sequences(caller)).length === count)
    }
    await entered(1)
    expect(lags()).toEqual([])
    const { now } = Date
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 10_500)
    await entered(2)
    const [[about]] = (await eventually('the warning', () => lags().length > 0 && lags())) as [[object]]
    expect(about).toEqual({ lag_ms: expect.any(Number), behind: 0 })
    expect((about as { lag_ms: number }).lag_ms).toBeGreaterThanOrEqual(10_000)
    await entered(3)
    await entered(4)
    expect(lags()).toHaveLength(1)
    jest.restoreAllMocks()
  })

  test('confirms its events, of any school', async () => {
    const [first] = await emit(system, system.caller().school, [{}])
    const [second] = await emit(system, system.caller().school, [{}])
    const ids = [newId('evt'), first!.id, second!.id]
    const { kept } = await eventually('both', async () => {
      const answer = await gateway('webhooks').journal.confirm({ body: { ids } })
      return answer.kept.length === 2 ? answer : null
    })
    expect(kept.sort()).toEqual([first!.id, second!.id].sort())
  })

  test('retention drops old partitions, and creates new ones ahead', async () => {
    const { runtime } = system.services.webhooks!
    const partitions = async (table: string) => {
      const rows = await owner(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = $1::regclass order by 1`,
        [`webhooks.${table}`],
      )
      return rows.map(({ name }) => Date.parse(name.slice(-8).replace(/(....)(..)(..)/, '$1-$2-$3')))
    }
    const day = 24 * 3600_000
    for (const [table, days] of Object.entries({ events: 400, deliveries: 90, attempts: 90 })) {
      await owner(`select webhooks.make_partitions($1, now() - make_interval(days => $2), now())`, [
        table,
        days + 100,
      ])
      // As if they had been made in their time.
      await owner('delete from webhooks.late_partitions')
      expect((await partitions(table))[0]).toBeLessThan(Date.now() - (days + 90) * day)
      await keepPartitions(runtime)
      const remaining = await partitions(table)
      const width = table === 'events' ? 31 : 7
      expect(remaining[0]).toBeGreaterThan(Date.now() - (days + width) * day)
      expect(remaining[0]).toBeLessThan(Date.now() - (days - width) * day)
      expect(remaining.at(-1)).toBeGreaterThan(Date.now() + 13 * day)
    }
  })

  test('an event whose id is from another time is kept as long as the others', async () => {
    const { runtime } = system.services.webhooks!
    const { school } = system.caller()
    // As a service whose clock says 2015-03-02 makes it.
    const id = `evt_019fbwgg00${'0'.repeat(16)}` as const
    const countRows = async () => (await owner('select id from webhooks.events where id = $1', [id])).length
    await emit(system, school, [{ id }])
    await eventually('the journal', async () => (await countRows()) === 1)
    await keepPartitions(runtime)
    expect(await countRows()).toBe(1)
    await owner(`update webhooks.late_partitions set made_at = now() - interval '399 days'`)
    await keepPartitions(runtime)
    expect(await countRows()).toBe(1)
    await owner(`update webhooks.late_partitions set made_at = now() - interval '401 days'`)
    await keepPartitions(runtime)
    expect(await countRows()).toBe(0)
    expect(await owner('select * from webhooks.late_partitions')).toEqual([])
  })

  test('the time of an id is read from it', () => {
    const before = Date.now()
    const moment = timeOfId(newId('evt')).getTime()
    expect(moment).toBeGreaterThanOrEqual(before)
    expect(moment).toBeLessThanOrEqual(Date.now())
  })
})
