// Who gets which channels. The channels of these tests are due in 2100, so the service leaves them alone.
import { newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { ChannelStore, maxLookedThrough } from './delivery-queue.store.ts'
import { Channel } from './delivery-queue.ts'
import { Progress } from './progress.ts'

const year = '2100-01-01T00:00'
const second = (count: number) => new Date(`${year}:${String(count).padStart(2, '0')}Z`)

describe('the store of channels', () => {
  let system: TestSystem
  let facts: Facts
  let store: ChannelStore
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    const { runtime } = system.services.webhooks!
    store = new ChannelStore(runtime.system, 'me', runtime.vault)
  })
  afterEach(() => facts.rows('delete from webhooks.channels'))
  afterAll(() => system.stop())

  interface Row {
    wake_at: Date | null
    active: boolean
    suspended: boolean
    holder: string | null
    fence: number
    /** Seconds from now. */
    leased: number | null
    failures: number
    until: number | null
  }
  const [school, other] = [newId('sch'), newId('sch')]
  const fresh: Row = {
    wake_at: second(5),
    active: true,
    suspended: false,
    holder: null,
    fence: 6,
    leased: null,
    failures: 0,
    until: null,
  }
  const leased: Row = { ...fresh, holder: 'me', fence: 7, leased: 3600 }
  const add = async (webhook: string, row: Row, of: string = school): Promise<Channel> => {
    const [{ number }] = await facts.rows(
      `insert into webhooks.channels
         (school_id, webhook_id, wake_at, active, suspended, holder, fence, leased_until, failures, until)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9, $10) returning number`,
      [
        of,
        webhook,
        row.wake_at,
        row.active,
        row.suspended,
        row.holder,
        row.fence,
        row.leased,
        row.failures,
        row.until,
      ],
    )
    const key = { school: of, webhook, fence: row.fence, number }
    return new Channel(key, { parallel: 8, failures: row.failures, leasedUntil: 0, now: 0 })
  }
  const channelOf = async (webhook: string, of: string = school) => {
    const [row] = await facts.rows(
      `select *, fence::int, extract(epoch from leased_until - now())::float8 as leased from webhooks.channels
       where school_id = $1 and webhook_id = $2`,
      [of, webhook],
    )
    return row
  }
  const cursor = (
    webhook: string,
    sequence: number,
    more: { done?: number[]; caughtUp?: boolean; of?: string } = {},
  ) =>
    facts.rows(
      `insert into webhooks.cursors (school_id, webhook_id, sequence, done, caught_up) values ($1, $2, $3, $4, $5)`,
      [more.of ?? school, webhook, sequence, more.done ?? [], more.caughtUp ?? false],
    )
  const cursorOf = async (webhook: string, of: string = school) => {
    const [row] = await facts.rows(
      `select sequence::int, done::int[], caught_up, moves::int from webhooks.cursors where school_id = $1 and webhook_id = $2`,
      [of, webhook],
    )
    return row
  }

  /** A leased channel of a subscription, without a cursor. */
  const subscribed = async () => {
    const caller = system.caller()
    const body = { url: 'http://127.0.0.1:9/', events: ['*'] }
    const { id } = await webhooksOf(system, caller).webhooks.create({ body })
    for (const table of ['channels', 'cursors'])
      await facts.rows(`delete from webhooks.${table} where webhook_id = $1`, [id])
    return { id, caller, channel: await add(id, leased, caller.school) }
  }

  describe('claims', () => {
    const claim = async (most: number, { ended = false, except = [] as string[] } = {}) =>
      (await store.claim(second(10), { most, except, ended })).map(({ webhook }) => webhook).sort()

    test('what is due and nobody has, the longest waiting first', async () => {
      await add('due', fresh)
      await add('first', { ...fresh, wake_at: second(1), failures: 3 })
      await add('just due', { ...fresh, wake_at: second(10) })
      await add('later', { ...fresh, wake_at: second(11) })
      await add('asleep', { ...fresh, wake_at: null })
      await add('switched off', { ...fresh, active: false })
      await add('suspended', { ...fresh, suspended: true })
      await add('of another', { ...fresh, holder: 'another', leased: 3600 })
      const number = (await channelOf('first')).number
      const first = await store.claim(second(10), { most: 1, except: [], ended: true })
      expect(first).toEqual([{ school, webhook: 'first', fence: 7, number, failures: 3 }])
      const { holder, fence, leased } = await channelOf('first')
      expect({ holder, fence }).toEqual({ holder: 'me', fence: 7 })
      expect(leased).toBeGreaterThan(5)
      expect(leased).toBeLessThanOrEqual(15)
      expect(await claim(10, { ended: true })).toEqual(['due', 'just due'])
      expect(await claim(10, { ended: true })).toEqual([])
    })

    test('what others or earlier runs had until their leases ended, but not its own channels', async () => {
      await add('of another', { ...leased, holder: 'another', leased: -1 })
      await add('mine', { ...leased, leased: -1 })
      await add('mine before', { ...leased, leased: -1 })
      expect(await claim(10, { except: ['mine'] })).toEqual([])
      expect(await claim(10, { ended: true, except: ['mine'] })).toEqual(['mine before', 'of another'])
    })

    test('nothing that another transaction is changing, without waiting', async () => {
      await add('changing', fresh)
      await add('free', fresh)
      const lock = await holdLock(
        system.ownerUrl,
        `select 1 from webhooks.channels where webhook_id = 'changing' for update`,
      )
      expect(await claim(10)).toEqual(['free'])
      await lock.release()
      await eventually('the other', async () => (await claim(10)).length === 1)
    })
  })

  describe('renewals', () => {
    test('are of channels with their fences, and say which may send', async () => {
      const channels = [
        await add('open', { ...leased, leased: 1 }),
        await add('switched off', { ...leased, active: false }),
        await add('suspended', { ...leased, suspended: true }),
        await add('lost', leased),
      ]
      await facts.rows(`update webhooks.channels set fence = 8 where webhook_id = 'lost'`)
      await add('open', { ...leased, leased: 1 }, other)
      await add('beside', { ...leased, leased: 1 })
      const renewed = await store.renew(channels)
      expect(Object.fromEntries(renewed)).toEqual({
        open: { open: true, version: null },
        'switched off': { open: false, version: null },
        suspended: { open: false, version: null },
      })
      expect((await channelOf('open')).leased).toBeGreaterThan(1)
      expect((await channelOf('open')).leased).toBeLessThanOrEqual(15)
      expect((await channelOf('open', other)).leased).toBeLessThan(1)
      expect((await channelOf('beside')).leased).toBeLessThan(1)
      expect((await channelOf('lost')).leased).toBeGreaterThan(3000)
    })

    test('say the version of the subscription', async () => {
      const [first, second] = [await subscribed(), await subscribed()]
      const { webhooks } = webhooksOf(system, second.caller)
      await webhooks.update({ path: { id: second.id }, body: { description: 'changed' } })
      const renewed = await store.renew([first.channel, second.channel])
      expect([renewed.get(first.id)!.version, renewed.get(second.id)!.version]).toEqual([1, 2])
    })
  })

  describe('a release', () => {
    const since = second(30)
    const event = (sequence: number, takers: number[], of: string = school) =>
      facts.rows(
        `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, takers, entered_at, payload)
         values ($1, $2, 'order.paid', $3, now(), 'r', $4, now(), '{}')`,
        [of, newId('evt'), sequence, takers],
      )
    const due = (webhook: string, at: Date, of: string = school) =>
      facts.rows(
        `insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
         values ($1, $2, $3, $4, $5, 1, false, false)`,
        [of, webhook, at, newId('dlv'), newId('evt')],
      )
    const lastOf = (last: number, of: string = school) =>
      facts.rows(`insert into webhooks.sequences (school_id, last) values ($1, $2)`, [of, last])
    afterEach(async () => {
      for (const table of ['cursors', 'events', 'due', 'sequences'])
        await facts.rows(`delete from webhooks.${table}`)
    })

    test('of a channel with nothing before it lets it sleep until the journal wakes it', async () => {
      const { id, caller, channel } = await subscribed()
      await cursor(id, 10, { of: caller.school })
      await lastOf(10, caller.school)
      // Of others, before its cursor, or done.
      await event(11, [channel.key.number + 1], caller.school)
      await event(10, [channel.key.number], caller.school)
      await event(11, [channel.key.number], other)
      await due(id, second(1), other)
      await due('beside', second(1), caller.school)
      channel.failures = 2000
      await store.giveBack([channel], since)
      const { wake_at, holder, leased_until, fence, failures } = await channelOf(id, caller.school)
      expect({ wake_at, holder, leased_until, fence, failures }).toEqual({
        wake_at: null,
        holder: null,
        leased_until: null,
        fence: 7,
        failures: 1000,
      })
      expect(await cursorOf(id, caller.school)).toMatchObject({ sequence: 10, caught_up: true })
    })

    test('stores its progress, and moves no cursor that is elsewhere', async () => {
      const { id, caller, channel } = await subscribed()
      await cursor(id, 10, { of: caller.school })
      channel.progress = new Progress({ sequence: 14, done: [16], moves: 0 })
      await event(16, [channel.key.number], caller.school)
      await lastOf(16, caller.school)
      await store.giveBack([channel], since)
      expect(await cursorOf(id, caller.school)).toEqual({
        sequence: 14,
        done: [16],
        caught_up: true,
        moves: 1,
      })
      await facts.rows(`update webhooks.channels set fence = 7, holder = 'me' where webhook_id = $1`, [id])
      channel.progress = new Progress({ sequence: 99, done: [], moves: 5 })
      await store.giveBack([channel], since)
      expect(await cursorOf(id, caller.school)).toMatchObject({ sequence: 14, moves: 1 })
    })

    test.each([
      ['an event before it', 11, 11],
      ['more events than one read walks', null, 10 + maxLookedThrough + 1],
    ])('of a channel with %s wakes it at once', async (_, sequence, last) => {
      const { id, caller, channel } = await subscribed()
      await cursor(id, 10, { of: caller.school, caughtUp: false })
      if (sequence) await event(sequence, [channel.key.number], caller.school)
      await lastOf(last, caller.school)
      await due(id, second(40), caller.school)
      await store.giveBack([channel], since)
      expect((await channelOf(id, caller.school)).wake_at).toEqual(since)
      expect((await cursorOf(id, caller.school)).caught_up).toBe(false)
    })

    test.each([
      ['at the first of its due deliveries', [50, 40], 40],
      ['not before now', [20, 40], 30],
    ])('wakes a channel %s', async (_, times, wakes) => {
      const { id, caller, channel } = await subscribed()
      await cursor(id, 10, { of: caller.school })
      for (const at of times) await due(id, second(at), caller.school)
      await store.giveBack([channel], since)
      expect((await channelOf(id, caller.school)).wake_at).toEqual(second(wakes))
    })

    test('of a channel that was never read wakes it at once', async () => {
      const { id, caller, channel } = await subscribed()
      await store.giveBack([channel], since)
      expect((await channelOf(id, caller.school)).wake_at).toEqual(since)
    })

    test('changes no channel of another fence, school or subscription', async () => {
      const { id, caller, channel } = await subscribed()
      await facts.rows('update webhooks.channels set fence = 8 where webhook_id = $1', [id])
      const beside = await subscribed()
      await facts.rows('update webhooks.channels set school_id = $2 where webhook_id = $1', [
        beside.id,
        caller.school,
      ])
      await add(beside.id, leased, other)
      for (const [webhook, of] of [
        [id, caller.school],
        [beside.id, other],
        ['beside', caller.school],
      ])
        await cursor(webhook!, 10, { of: of! })
      await add('beside', leased, caller.school)
      const moved = new Channel(
        { ...beside.channel.key, school: caller.school },
        { parallel: 8, failures: 0, leasedUntil: 0, now: 0 },
      )
      await store.giveBack([channel, moved], since)
      expect((await channelOf(id, caller.school)).holder).toBe('me')
      expect((await channelOf(beside.id, other)).holder).toBe('me')
      expect((await channelOf('beside', caller.school)).holder).toBe('me')
      for (const [webhook, of] of [
        [id, caller.school],
        [beside.id, other],
        ['beside', caller.school],
      ])
        expect((await cursorOf(webhook!, of!)).caught_up).toBe(false)
      expect((await channelOf(beside.id, caller.school)).holder).toBeNull()
    })

    test('deletes the channel of a deleted subscription when nothing waits in it', async () => {
      const [deleted, waits, subscription] = [
        await add('gone', leased),
        await add('waits', leased),
        await subscribed(),
      ]
      // Those of other schools and subscriptions have nothing to do with it.
      await add('gone', { ...leased, wake_at: null, fence: 7 }, other)
      await add('beside', { ...leased, wake_at: null })
      for (const webhook of ['gone', 'waits', 'beside']) await cursor(webhook, 0)
      await cursor('gone', 0, { of: other })
      await cursor(subscription.id, 0, { of: subscription.caller.school })
      await due('waits', second(40))
      await store.giveBack([deleted, waits, subscription.channel], since)
      expect(await channelOf('gone')).toBeUndefined()
      expect(await cursorOf('gone')).toBeUndefined()
      expect((await channelOf('waits')).wake_at).toEqual(second(40))
      expect(await channelOf(subscription.id, subscription.caller.school)).toMatchObject({
        wake_at: null,
        holder: null,
      })
      for (const [webhook, of] of [
        ['gone', other],
        ['waits', school],
        ['beside', school],
        [subscription.id, subscription.caller.school],
      ]) {
        expect(await channelOf(webhook!, of!)).toBeDefined()
        expect(await cursorOf(webhook!, of!)).toBeDefined()
      }
    })
  })

  describe('a load', () => {
    test('reads subscriptions and progress, and keeps the cursors from being woken', async () => {
      const { id, caller, channel } = await subscribed()
      const channels = [channel, await add('gone', leased), await add('lost', leased)]
      await facts.rows(`update webhooks.channels set fence = 8 where webhook_id = 'lost'`)
      await add('beside', leased)
      await cursor(id, 5, { of: caller.school, done: [7, 9], caughtUp: true })
      await cursor(id, 99, { of: other, caughtUp: true })
      for (const webhook of ['beside', 'lost']) await cursor(webhook, 1, { caughtUp: true })
      const { targets, kept: storedProgress } = await store.load(channels)
      expect([...targets.keys()]).toEqual([id])
      expect(targets.get(id)).toMatchObject({ url: 'http://127.0.0.1:9/', version: 1, active: true })
      expect(storedProgress.get(id)).toEqual({ sequence: 5, done: [7, 9], moves: 0 })
      expect(storedProgress.has('gone')).toBe(false)
      expect((await cursorOf(id, caller.school)).caught_up).toBe(false)
      expect((await cursorOf(id, other)).caught_up).toBe(true)
      for (const webhook of ['beside', 'lost']) expect((await cursorOf(webhook)).caught_up).toBe(true)
    })
  })
})
