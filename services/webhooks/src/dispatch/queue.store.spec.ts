// What channels get from the queue and from the journal. The rows of these tests belong to no channel of the service.
import { newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { maxLookedThrough } from './delivery-queue.store.ts'
import { Channel, type ChannelKey } from './delivery-queue.ts'
import { QueueStore } from './queue.store.ts'

const megabyte = 1024 * 1024
const now = new Date('2026-11-22T08:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

const incompressible = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 10) }, () =>
    Math.random().toString(36).slice(2, 12).padEnd(10, '0'),
  ).join('')

describe('the store of deliveries', () => {
  let system: TestSystem
  let facts: Facts
  let store: QueueStore
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    store = new QueueStore(system.services.webhooks!.runtime.system)
  })
  afterAll(() => system.stop())

  let school: string
  let other: string
  beforeEach(() => {
    school = newId('sch')
    other = newId('sch')
  })
  const keyOf = (webhook: string, number = 1): ChannelKey => ({ school, webhook, fence: 1, number })
  const channelOf = (webhook: string) => {
    const channel = new Channel(keyOf(webhook), { parallel: 8, failures: 0, leasedUntil: 0, now: 0 })
    channel.loaded = true
    // Without a subscription it would end what waits.
    channel.target = {} as Channel['target']
    return channel
  }
  const event = async (sequence: number, more: { takers?: number[]; bytes?: number; of?: string } = {}) => {
    const id = newId('evt')
    const text = incompressible(more.bytes ?? 1)
    await facts.rows(
      `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, takers, entered_at, payload)
       values ($1, $2, 'order.paid', $3, now(), 'r', $4, $5, $6)`,
      [more.of ?? school, id, sequence, more.takers ?? [1], now, JSON.stringify({ id, data: { text } })],
    )
    return id
  }

  describe('in the queue', () => {
    const due = async (
      webhook: string,
      at: Date | 'infinity',
      more: { attempts?: number; event?: string; of?: string; object?: string; manual?: boolean } = {},
    ) => {
      const id = newId('dlv')
      await facts.rows(
        `insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed, object_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          more.of ?? school,
          webhook,
          at,
          id,
          more.event ?? newId('evt'),
          more.attempts ?? 0,
          more.manual ?? false,
          !more.manual,
          more.object ?? null,
        ],
      )
      return id
    }
    const readDueIds = async (channel: Channel, most = 10) => {
      const { deliveries, cut } = await store.due([channel], [most], now)
      expect(cut.size).toBe(0)
      return (deliveries.get(channel.key.webhook) ?? []).map(({ id }) => id)
    }

    test('are what is due of a channel by now: retries, and then first attempts, each in the order of their times', async () => {
      const [second, first, just] = [
        await due('a', minutes(-1)),
        await due('a', minutes(-2)),
        await due('a', now),
      ]
      const again = { attempts: 3 }
      const [late, early] = [await due('a', minutes(0), again), await due('a', minutes(-1), again)]
      await due('a', minutes(1))
      await due('a', minutes(1), again)
      await due('a', 'infinity')
      await due('b', minutes(-3))
      await due('b', minutes(-3), again)
      await due('a', minutes(-3), { of: other })
      await due('a', minutes(-3), { of: other, ...again })
      expect(await readDueIds(channelOf('a'))).toEqual([early, late, first, second, just])
      expect(await readDueIds(channelOf('a'), 3)).toEqual([early, late, first])
      expect(await readDueIds(channelOf('a'), 0)).toEqual([])
    })

    test('are all that waits when the subscription is deleted', async () => {
      const waits = [await due('a', minutes(1)), await due('a', 'infinity')]
      const channel = channelOf('a')
      channel.target = null
      expect(await readDueIds(channel)).toEqual(waits)
    })

    test('of the same time come in the order of their ids', async () => {
      const ids = []
      for (let index = 0; index < 5; index++) ids.push(await due('a', now))
      expect(await readDueIds(channelOf('a'), 3)).toEqual([...ids].sort().slice(0, 3))
    })

    test('are not those that the channel has already, however many', async () => {
      const channel = channelOf('a')
      const ids = []
      for (let index = 0; index < 6; index++) ids.push(await due('a', minutes(index - 10)))
      for (const id of ids.slice(0, 4)) channel.unlogged.add(id)
      expect(await readDueIds(channel, 1)).toEqual([ids[4]])
      expect(await readDueIds(channel, 10)).toEqual(ids.slice(4))
    })

    test('come with their facts and their events', async () => {
      const id = await event(7)
      await event(8, { of: other })
      const [manual, replayed] = [
        await due('a', minutes(-2), { event: id, attempts: 2, manual: true, object: 'ord_1' }),
        await due('a', minutes(-1)),
      ]
      const channel = channelOf('a')
      const { deliveries } = await store.due([channel], [10], now)
      const [first, second] = deliveries.get('a')!
      expect(first).toMatchObject({
        id: manual,
        first: null,
        attempts: 2,
        manual: true,
        replayed: false,
        eventId: id,
        object: 'ord_1',
      })
      expect(Date.parse(first!.at)).toBe(minutes(-2).getTime())
      expect(first!.event).toMatchObject({ type: 'order.paid', requestId: 'r' })
      expect(JSON.parse(first!.event!.body(false).toString())).toMatchObject({ id, sequence: 7 })
      // Its event is gone.
      expect(second).toMatchObject({ id: replayed, manual: false, replayed: true, object: null, event: null })
    })

    test('have no event of another school', async () => {
      const id = await event(7, { of: other })
      await due('a', minutes(-2), { event: id })
      const { deliveries } = await store.due([channelOf('a')], [10], now)
      expect(deliveries.get('a')![0]!.event).toBeNull()
    })

    test('of one fetch have at most 8 MB and one event; each channel gets its first ones before any gets more', async () => {
      const [a, b] = [channelOf('a'), channelOf('b')]
      const large: string[] = []
      for (const channel of ['a', 'a', 'a', 'b'])
        large.push(await due(channel, now, { event: await event(large.length, { bytes: 3 * megabyte }) }))
      const { deliveries, cut } = await store.due([a, b], [10, 10], now)
      const ids = (channel: string) => (deliveries.get(channel) ?? []).map(({ id }) => id)
      // One of each, and the third reaches the maximum.
      expect(ids('b')).toEqual([large[3]])
      expect(ids('a')).toHaveLength(2)
      expect([...cut]).toEqual(['a'])
    })
  })

  describe('in the journal', () => {
    const last = (sequence: number) =>
      facts.rows('insert into webhooks.sequences (school_id, last) values ($1, $2)', [school, sequence])
    const readEvents = async (more: { after?: number; numbers?: number[]; most?: number } = {}) => {
      const channels = (more.numbers ?? [1]).map(number => keyOf(`whk_${number}`, number))
      const [result] = await store.readEvents([
        { school, after: more.after ?? 0, channels, most: more.most ?? 10 },
      ])
      const { events, till, more: goesOn } = result!
      return { sequences: events.map(({ sequence }) => sequence), till, more: goesOn }
    }

    test('are the events that channels take after their position, in order', async () => {
      const id = await event(3, { takers: [1, 2] })
      await event(1)
      await event(2, { takers: [2] })
      await event(4, { takers: [3] })
      await event(2, { of: other })
      await last(5)
      expect(await readEvents()).toEqual({ sequences: [1, 3], till: 5, more: false })
      expect(await readEvents({ after: 1 })).toEqual({ sequences: [3], till: 5, more: false })
      expect(await readEvents({ numbers: [1, 2] })).toEqual({ sequences: [1, 2, 3], till: 5, more: false })
      expect(await readEvents({ numbers: [9] })).toEqual({ sequences: [], till: 5, more: false })
      expect(await readEvents({ after: 5 })).toEqual({ sequences: [], till: 5, more: false })
      const [result] = await store.readEvents([{ school, after: 2, channels: [keyOf('whk_1')], most: 10 }])
      expect(result!.events).toMatchObject([
        { id, sequence: 3, takers: [1, 2], event: { type: 'order.paid' } },
      ])
      expect(Date.parse(result!.events[0]!.enteredAt)).toBe(now.getTime())
    })

    test('are at most as many as asked, and there are more', async () => {
      for (const sequence of [1, 2, 3]) await event(sequence)
      await last(3)
      expect(await readEvents({ most: 2 })).toEqual({ sequences: [1, 2], till: 2, more: true })
      expect(await readEvents({ most: 3 })).toEqual({ sequences: [1, 2, 3], till: 3, more: false })
    })

    test('are looked for among a bounded number of events', async () => {
      const far = maxLookedThrough + 1
      await event(far - 1)
      await event(far)
      await last(far + 5)
      expect(await readEvents()).toEqual({ sequences: [far - 1], till: maxLookedThrough, more: true })
      expect(await readEvents({ after: far })).toEqual({ sequences: [], till: far + 5, more: false })
    })

    test('of one read have at most 1 MB and one event', async () => {
      for (const sequence of [1, 2, 3]) await event(sequence, { bytes: megabyte / 2 })
      await event(4)
      await last(4)
      // The third begins beyond it.
      expect(await readEvents()).toEqual({ sequences: [1, 2], till: 2, more: true })
    })

    test('of a school without events are none', async () => {
      expect(await readEvents()).toEqual({ sequences: [], till: 0, more: false })
    })

    test('are answered for each read by itself', async () => {
      await event(1)
      await event(2, { of: other, takers: [2] })
      await last(1)
      const requests = [
        { school: other, after: 0, channels: [{ ...keyOf('x', 2), school: other }], most: 10 },
        { school, after: 0, channels: [keyOf('y')], most: 10 },
      ]
      const results = await store.readEvents(requests)
      expect(results.map(({ events }) => events.map(({ sequence }) => sequence))).toEqual([[2], [1]])
      expect(results.map(({ more }) => more)).toEqual([false, false])
    })

    test('come with the present versions of the channels’ subscriptions', async () => {
      const caller = system.caller()
      const { webhooks } = webhooksOf(system, caller)
      const create = () => webhooks.create({ body: { url: 'http://127.0.0.1:9/', events: ['*'] } })
      const [first, second, third] = [await create(), await create(), await create()]
      await webhooks.update({ path: { id: second.id }, body: { description: 'changed' } })
      const keys = [first, second].map(({ id }) => ({ ...keyOf(id), school: caller.school }))
      const strange = { ...keyOf(third.id), school }
      const [result] = await store.readEvents([
        { school: caller.school, after: 0, channels: [...keys, keyOf('gone'), strange], most: 10 },
      ])
      expect([...result!.versions].sort()).toEqual(
        [
          [first.id, 1],
          [second.id, 2],
        ].sort(),
      )
    })
  })
})
