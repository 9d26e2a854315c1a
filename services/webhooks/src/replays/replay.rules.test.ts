// The result of a replay request, from the journal and the subscriptions.
import { maxReplayed, type ReplayOrder } from './replay.contract.ts'
import { eventsOfSlice, orderReplay } from './replay.rules.ts'
import type { Counted, Meant } from './replay.store.ts'

const subscription = (id: string, masks: string[], more: object = {}) => ({
  id,
  channel: 1,
  url: `https://${id}.example/`,
  masks,
  active: true,
  rights: null,
  ordered: false,
  conditions: [],
  ...more,
})
const counted = (type: string, events: number, first: number, last: number): Counted => ({
  type,
  failedWebhook: null,
  events,
  first,
  last,
})
const all = [
  subscription('whk_1', ['*']),
  subscription('whk_2', ['order.*']),
  subscription('whk_3', ['*'], { active: false }),
]

interface Inserted {
  meant: Meant
  bounds: object
}

function storesOf(count: Counted[], { room = true, canceled = true } = {}) {
  const inserted: Inserted[] = []
  const replays = {
    subscriptions: async () => all,
    count: async () => count,
    hasRoom: async () => room,
    cancel: async () => canceled,
    insert: (meant: Meant, bounds: object) => {
      inserted.push({ meant, bounds })
      return 'job_1'
    },
  }
  return { inserted, stores: { replays } as never }
}
const order = (input: Partial<ReplayOrder>): ReplayOrder => ({ dry_run: false, ...input })
const refused = (reason: string) => expect.objectContaining({ refusal: expect.objectContaining({ reason }) })
const some = [counted('order.paid', 3, 10, 20), counted('user.created', 2, 7, 15)]

test('a request counts events and their deliveries, and is enqueued with its bounds', async () => {
  const { inserted, stores } = storesOf(some)
  const from = '2026-11-01T00:00:00.000Z'
  const replay = await orderReplay(order({ created_at: { gte: from } }), stores)
  expect(replay).toEqual({ id: 'job_1', status: 'queued', dry_run: false, events: 5, deliveries: 8 })
  expect(inserted).toEqual([
    { meant: { types: ['*'], from, till: null }, bounds: { after: 6, last: 20, events: 5, webhook: null } },
  ])
})

test('a dry run creates nothing', async () => {
  const { inserted, stores } = storesOf(some, { room: false })
  const counted = await orderReplay(order({ types: ['order.*'], dry_run: true }), stores)
  expect(counted).toEqual({ id: null, status: null, dry_run: true, events: 5, deliveries: 8 })
  expect(inserted).toEqual([])
})

test('for one subscription only its deliveries count', async () => {
  const { inserted, stores } = storesOf(some)
  const replay = await orderReplay(
    order({ types: ['order.paid', 'order.paid'], webhook_id: 'whk_2' as never }),
    stores,
  )
  expect(replay.deliveries).toBe(3)
  expect(inserted).toMatchObject([{ meant: { types: ['order.paid'] }, bounds: { webhook: 'whk_2' } }])
})

test('no matching events make an empty replay', async () => {
  const { inserted, stores } = storesOf([])
  expect(await orderReplay(order({ types: ['*'] }), stores)).toMatchObject({ events: 0, deliveries: 0 })
  expect(inserted).toMatchObject([{ bounds: { after: 0, last: 0, events: 0 } }])
})

test('the maximum of events is accepted, one more is refused', async () => {
  const most = storesOf([counted('order.paid', maxReplayed, 1, maxReplayed)])
  expect(await orderReplay(order({ types: ['*'] }), most.stores)).toMatchObject({ events: maxReplayed })
  const more = storesOf([counted('order.paid', maxReplayed, 1, 9), counted('user.created', 1, 2, 2)])
  await expect(orderReplay(order({ types: ['*'] }), more.stores)).rejects.toThrow(refused('replay_too_large'))
})

const [early, late] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z']
test.each([
  ['ends before it begins', { created_at: { gte: late, lt: early } }, {}, 'empty_range'],
  ['ends where it begins', { created_at: { gte: early, lt: early } }, {}, 'empty_range'],
  ['takes a type that there is not', { types: ['order.eaten'] }, {}, 'unknown_event'],
  ['finds no room', { types: ['*'] }, { room: false }, 'too_many_replays'],
  ['is for a subscription that is not there', { types: ['*'], webhook_id: 'whk_9' }, {}, 'unknown_reference'],
  ['is for one that is switched off', { types: ['*'], webhook_id: 'whk_3' }, {}, 'webhook_inactive'],
  ['cancels what is over', { cancel: 'job_1' }, { canceled: false }, 'replay_over'],
])('a request that %s is refused', async (_, input, options, reason) => {
  const { inserted, stores } = storesOf(some, options)
  await expect(orderReplay(order(input as never), stores)).rejects.toThrow(refused(reason))
  expect(inserted).toEqual([])
})

test('a valid range is accepted, and a running replay can be canceled', async () => {
  const { inserted, stores } = storesOf(some)
  await orderReplay(order({ created_at: { gte: early, lt: late } }), stores)
  expect(inserted).toMatchObject([{ meant: { from: early, till: late } }])
  expect(await orderReplay(order({ cancel: 'job_7' as never }), stores)).toEqual({
    id: 'job_7',
    status: 'canceled',
    dry_run: false,
    events: 0,
    deliveries: 0,
  })
})

const off = subscription('whk_4', ['*'], { active: false })
const choosy = subscription('whk_5', ['*'], { conditions: [{}] })

test.each([
  ['all of a rate for one', 125, [all[0]!], null, { limit: 125, filtered: false }],
  ['as many as the active ones together may get', 125, [...all, off], null, { limit: 62, filtered: false }],
  ['all of it for one among others', 125, all, 'whk_2', { limit: 125, filtered: false }],
  ['one, however low the rate', 1, all, null, { limit: 1, filtered: false }],
  ['all of it where nobody takes any', 125, [], null, { limit: 125, filtered: false }],
  ['few where a filter reads them', 125, [choosy], null, { limit: 50, filtered: true }],
  ['fewer for many receivers', 60, [choosy, ...all], null, { limit: 20, filtered: true }],
])('a slice reads %s', (_, most, subscriptions, only, read) => {
  expect(eventsOfSlice(most, subscriptions as never, only)).toEqual(read)
})
