import { asOwner, eventually } from '@lms/testing'
import { courseFreezes, subscriptionAccesses } from '@lms/users/contract'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'
import { between, daysAfter, later, spreadMs } from './calendar.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world.system.stop())

const school = () => subscribersOf(world)
const dayMs = 86_400_000

test('a paid order with a price of a period starts a subscription, and gives access until the period’s end and the grace', async () => {
  const { api, ann, offer, price, accesses, get, events } = await school()
  const { id: price_id } = await price({
    amount: 4900,
    early_amount: 1900,
    early_ends_at: '2090-01-01T00:00:00Z',
  })
  const once = { offer_id: offer.id }
  const body = { user_id: ann, items: [{ offer_id: offer.id, price_id, quantity: 2 }, once] }
  const { id } = await api.orders.create({ body })
  const { items, paid_at } = await api.orders.markPaid({ path: { id }, body: {} })
  expect(items[1]).toMatchObject({ subscription_id: null, access_expires_at: null })
  const subscription = await get(items[0]!.subscription_id!)
  expect(subscription).toMatchObject({
    user_id: ann,
    price_id,
    quantity: 2,
    amount: 9800,
    status: 'active',
    period: 1,
    period_starts_at: paid_at,
    order_id: id,
    payment_method: null,
    version: 1,
  })
  const grace = 3 * dayMs + spreadMs
  expect(items[0]!.access_expires_at).toBe(later(subscription.period_ends_at, grace))
  const offset = between(subscription.period_ends_at, subscription.next_charge_at!)
  expect(offset >= 0 && offset < spreadMs).toBe(true)
  await eventually('the accesses', async () => (await accesses()).length === 2)
  const ends = (await accesses()).map(({ expires_at }) => expires_at)
  expect(new Set(ends)).toEqual(new Set([items[0]!.access_expires_at, null]))
  expect(await events(subscription.id)).toMatchObject([
    {
      type: 'payment.subscription_started',
      data: { object: subscription },
      related: { user_id: ann, order_id: id },
    },
  ])
})

test('a pause freezes the access and the charges; its end moves the term by its length', async () => {
  const { caller, api, subscribe, get, accesses } = await school()
  const trial = await subscribe({ trial_days: 10 })
  const path = { id: trial.id }
  await eventually('the access', async () => (await accesses()).length)
  await world.goTo(world.now() + 2 * dayMs)
  const at = daysAfter(world.today(), 0)
  await expect(api.subscriptions.pause({ path, body: { resumes_at: at } })).rejects.toMatchObject({
    reason: 'resumes_in_past',
  })
  const paused = await api.subscriptions.pause({ path, body: { resumes_at: daysAfter(at, 30) } })
  expect(paused).toMatchObject({ status: 'paused', paused_at: at, next_charge_at: null })
  await expect(api.subscriptions.pause({ path, body: {} })).rejects.toMatchObject({
    reason: 'subscription_paused',
  })
  await world.settle()
  const frozen = { status: 'frozen', frozen_at: at }
  expect(await accesses()).toMatchObject([frozen])
  // The end of an academic leave does not end the pause.
  const { user_id, course_id } = (await accesses())[0]!
  const learning = { as: 'learning', school: caller.school } as const
  await world.system.internal('users', { courseFreezes }, learning).courseFreezes.set({
    body: { user_id, course_id, frozen: false, since: null },
  })
  expect(await accesses()).toMatchObject([frozen])
  await world.goTo(daysAfter(at, 29))
  expect((await get(trial.id)).status).toBe('paused')
  await world.goTo(daysAfter(at, 30))
  const running = await get(trial.id)
  const end = daysAfter(trial.period_ends_at, 30)
  expect(running).toMatchObject({
    status: 'trialing',
    period_ends_at: end,
    trial_ends_at: end,
    paused_at: null,
  })
  expect(await accesses()).toMatchObject([{ status: 'active', expires_at: later(end, 3 * dayMs + spreadMs) }])
  await expect(api.subscriptions.resume({ path })).rejects.toMatchObject({ reason: 'subscription_running' })
})

test('an academic leave outlasts the pause within which it began, and its rest is added to the term', async () => {
  const { caller, api, subscribe, accesses } = await school()
  const { id, period_ends_at } = await subscribe({ trial_days: 10 })
  const { user_id, course_id } = await eventually('the access', async () => (await accesses())[0])
  const learning = { as: 'learning', school: caller.school } as const
  const leave = (frozen: boolean, since: string | null = null) =>
    world.system.internal('users', { courseFreezes }, learning).courseFreezes.set({
      body: { user_id, course_id, frozen, since },
    })
  const at = daysAfter(world.today(), 0)
  await api.subscriptions.pause({ path: { id }, body: { resumes_at: daysAfter(at, 30) } })
  await world.settle()
  await world.goTo(daysAfter(at, 10))
  await leave(true)
  await world.goTo(daysAfter(at, 30))
  const until = later(daysAfter(period_ends_at, 30), 3 * dayMs + spreadMs)
  expect(await accesses()).toMatchObject([{ status: 'frozen', expires_at: until }])
  await world.goTo(daysAfter(at, 50))
  await leave(false, at)
  const [access] = await accesses()
  expect(access!.status).toBe('active')
  const added = between(until, access!.expires_at!)
  expect(added).toBeGreaterThan(19.9 * dayMs)
  expect(added).toBeLessThanOrEqual(20 * dayMs)
})

test('the end of a pause moves an access that never heard of the pause, also if it has ended meanwhile', async () => {
  const { caller, ann, subscribe, get, accesses } = await school()
  const trial = await subscribe({ trial_days: 10 })
  const [access] = await eventually('the access', async () => {
    const currentAccesses = await accesses()
    return currentAccesses.length > 0 && currentAccesses
  })
  const { order_id } = await get(trial.id)
  const users = world.system.internal(
    'users',
    { subscriptionAccesses },
    { as: 'commerce', school: caller.school },
  )
  const run = (access_expires_at: string) =>
    users.subscriptionAccesses.follow({
      body: {
        ...{ subscription_id: trial.id, user_id: ann, order_id: order_id!, group_ids: [] },
        ...{ state: 'running', at: trial.created_at, access_expires_at },
      },
    })
  const until = daysAfter(access!.expires_at!, 30)
  expect(await run(until)).toEqual({ followed: true })
  expect(await accesses()).toMatchObject([{ status: 'active', expires_at: until }])
  await run(daysAfter(until, -1))
  expect(await accesses()).toMatchObject([{ expires_at: until }])
  await world.goTo(until)
  expect(await accesses()).toMatchObject([{ status: 'expired' }])
  await run(daysAfter(until, 30))
  expect(await accesses()).toMatchObject([
    { id: access!.id, status: 'active', expires_at: daysAfter(until, 30), ended_at: null },
  ])
})

test('canceling the open order of a subscription ends it', async () => {
  const { api, subscribe, get } = await school()
  const { id, open_order_id } = await subscribe()
  await api.orders.cancel({ path: { id: open_order_id! } })
  expect(await get(id)).toMatchObject({ status: 'canceled', cancel_reason: 'order_canceled' })
})

test('without a saved card each period gets an order to be paid otherwise, until one stays unpaid for too long', async () => {
  const { api, subscribe, get, ordersOf, accesses, events } = await school()
  const first = await subscribe()
  expect(first).toMatchObject({ status: 'past_due', period: 0, payment_method: null, attempts: 1 })
  const { id } = first
  const pay = (open: string | null) => api.orders.markPaid({ path: { id: open! }, body: {} })
  await pay(first.open_order_id)
  const activeSubscription = await get(id)
  expect(activeSubscription).toMatchObject({
    status: 'active',
    period: 1,
    attempts: 0,
    order_id: first.open_order_id,
  })
  await expect(api.subscriptions.retry({ path: { id } })).rejects.toMatchObject({
    reason: 'subscription_running',
  })

  await world.goTo(activeSubscription.next_charge_at!)
  const due = await get(id)
  expect(due).toMatchObject({ status: 'past_due', period: 1, past_due_at: activeSubscription.next_charge_at })
  await expect(api.subscriptions.retry({ path: { id } })).rejects.toMatchObject({
    reason: 'payment_method_missing',
  })
  await world.goTo(due.next_charge_at!)
  await pay(due.open_order_id)
  const renewed = await get(id)
  expect(renewed).toMatchObject({
    status: 'active',
    period: 2,
    period_starts_at: activeSubscription.period_ends_at,
  })
  expect(await ordersOf(id)).toHaveLength(2)

  const until = later(renewed.period_ends_at, 3 * dayMs + spreadMs)
  await eventually('the later end', async () => (await accesses())[0]!.expires_at === until)
  await world.goTo(until)
  expect(await accesses()).toMatchObject([{ status: 'expired' }])
  const { past_due_at } = await get(id)
  for (let tries = 0; tries < 5; tries++) await world.goTo((await get(id)).next_charge_at ?? world.now())
  expect(await get(id)).toMatchObject({
    status: 'canceled',
    cancel_reason: 'unpaid',
    canceled_at: daysAfter(past_due_at!, 7),
    next_charge_at: null,
  })
  expect((await ordersOf(id)).map(({ status }) => status)).toEqual(['paid', 'paid', 'canceled'])
  const types = (await events(id)).map(({ type }) => type.replace('payment.subscription_', ''))
  expect(types).toEqual(['past_due', 'started', 'past_due', 'renewed', 'past_due', 'canceled'])
})

test('a subscription is canceled now, or at the end of its period, which can be taken back', async () => {
  const { api, subscribe, get, accesses, members, events } = await school()
  const { id, period_ends_at } = await subscribe({ trial_days: 14 })
  const path = { id }
  await eventually('the access', async () => (await accesses()).length)
  const waits = await api.subscriptions.cancel({ path, body: {} })
  expect(waits).toMatchObject({ status: 'trialing', cancels_at_period_end: true })
  const back = await api.subscriptions.update({ path, body: { cancels_at_period_end: false } })
  expect(back.cancels_at_period_end).toBe(false)
  await api.subscriptions.cancel({ path, body: {} })
  await world.goTo(period_ends_at)
  expect(await get(id)).toMatchObject({
    status: 'canceled',
    cancel_reason: 'period_ended',
    canceled_at: period_ends_at,
  })
  expect(await accesses()).toMatchObject([{ status: 'revoked' }])
  expect(await members()).toEqual([])
  await expect(api.subscriptions.cancel({ path, body: {} })).rejects.toMatchObject({
    reason: 'subscription_canceled',
  })
  const other = await subscribe({ trial_days: 7 })
  const ended = await api.subscriptions.cancel({ path: { id: other.id }, body: { at: 'now' } })
  expect(ended).toMatchObject({ status: 'canceled', cancel_reason: 'requested' })
  expect((await events(id)).map(({ type }) => type)).toEqual([
    'payment.subscription_started',
    'payment.subscription_canceled',
  ])
})

test('another price begins with the next period, or now with credit for the unused part', async () => {
  const { api, subscribe, get, price } = await school()
  const large = await price({ amount: 10_000 })
  const { id, open_order_id } = await subscribe({ price_id: large.id })
  await api.orders.markPaid({ path: { id: open_order_id! }, body: {} })
  const first = await get(id)
  const change = (body: Parameters<typeof api.subscriptions.update>[0]['body']) =>
    api.subscriptions.update({ path: { id }, body })
  const small = await price()
  const later = await change({ price_id: small.id, quantity: 2 })
  expect(later).toMatchObject({
    amount: 10_000,
    price_change: { price_id: small.id, quantity: 2, amount: 9800 },
  })
  await expect(api.prices.delete({ path: { id: first.offer_id, priceId: small.id } })).rejects.toMatchObject({
    status: 409,
  })
  expect((await change({ price_id: large.id, quantity: 1 })).price_change).toBeNull()
  await expect(change({ quantity: 3, change_at: 'now' })).rejects.toMatchObject({
    reason: 'payment_method_missing',
  })

  const half = Date.parse(first.period_starts_at) + between(first.period_starts_at, first.period_ends_at) / 2
  await world.goTo(half)
  const changed = await change({ price_id: small.id, change_at: 'now' })
  expect(changed).toMatchObject({
    status: 'active',
    period: 2,
    amount: 4900,
    credit_amount: 100,
    open_order_id: null,
  })
  expect(Date.parse(changed.period_starts_at)).toBe(half)
  const order = await api.orders.get({ path: { id: changed.order_id! } })
  expect(order).toMatchObject({ status: 'paid', amount: 0, discount: { kind: 'manual', amount_off: 4900 } })

  await expect(change({ price_id: (await price({ currency: 'USD' })).id })).rejects.toMatchObject({
    reason: 'subscription_price_invalid',
  })
  await api.prices.update({ path: { id: first.offer_id, priceId: large.id }, body: { status: 'archived' } })
  await expect(change({ price_id: large.id })).rejects.toMatchObject({ reason: 'subscription_price_invalid' })
})

test('an archived offer is neither subscribed to nor changed to, and those who have it keep it', async () => {
  const { api, subscribe, price } = await school()
  const first = await price()
  const { id } = await subscribe({ price_id: first.id, trial_days: 10 })
  const archived = await price()
  for (const each of [first, archived])
    await api.offers.update({ path: { id: each.offer_id }, body: { status: 'archived' } })
  const unfit = { reason: 'subscription_price_invalid' }
  await expect(subscribe({ price_id: archived.id })).rejects.toMatchObject(unfit)
  await expect(subscribe({ price_id: archived.id, trial_days: 10 })).rejects.toMatchObject(unfit)
  const change = (body: object) => api.subscriptions.update({ path: { id }, body })
  if (archived.offer_id !== first.offer_id)
    await expect(change({ price_id: archived.id })).rejects.toMatchObject(unfit)
  expect((await change({ quantity: 2 })).price_change).toMatchObject({ price_id: first.id, quantity: 2 })
})

test('a period that costs more than an order may is refused when it is asked for, also after a trial', async () => {
  const { api, subscribe, price } = await school()
  const dear = await price({ amount: 1_000_000_000 })
  const tooLarge = { status: 422, reason: 'amount_too_large' }
  await expect(subscribe({ price_id: dear.id, quantity: 10_000, trial_days: 10 })).rejects.toMatchObject(
    tooLarge,
  )
  const { id } = await subscribe({ price_id: dear.id, trial_days: 10 })
  const change = api.subscriptions.update({ path: { id }, body: { quantity: 10_000 } })
  await expect(change).rejects.toMatchObject(tooLarge)
})

test('a refund of the whole present period ends the subscription, as its dry run says', async () => {
  const { api, subscribe, get } = await school()
  const { id, open_order_id } = await subscribe()
  await api.orders.markPaid({ path: { id: open_order_id! }, body: {} })
  const [payment] = (await api.payments.list({ query: { order_id: open_order_id! } })).data
  const refund = (body: object) => api.paymentRefunds.refund({ path: { id: payment!.id }, body })
  const planned = await refund({ dry_run: true })
  expect(planned.consequences.subscription).toEqual({ subscription_id: id, status: 'canceled' })
  expect((await get(id)).status).toBe('active')
  expect((await refund({ amount: 100 })).consequences.subscription).toBeNull()
  await refund({})
  expect(await get(id)).toMatchObject({ status: 'canceled', cancel_reason: 'refunded' })
})

test('an item of another price that is added to a renewal starts a subscription of its own', async () => {
  const { api, subscribe, get, price, offer } = await school()
  const { id, open_order_id } = await subscribe()
  const path = { id: open_order_id! }
  const yearly = await price({ amount: 40_000, interval: { unit: 'year', count: 1 } })
  await api.orderItems.add({ path, body: { offer_id: offer.id, price_id: yearly.id } })
  const { items } = await api.orders.markPaid({ path, body: {} })
  expect(await get(id)).toMatchObject({ status: 'active', period: 1, amount: 4900 })
  expect(items[0]!.subscription_id).toBe(id)
  const other = await get(items[1]!.subscription_id!)
  expect(other).toMatchObject({ price_id: yearly.id, period: 1, status: 'active' })
  expect(items[1]!.access_expires_at).toBe(later(other.period_ends_at, 3 * dayMs + spreadMs))
})

test('a person who is gone is not charged: the subscription ends', async () => {
  const { people, ann, subscribe, get, ordersOf } = await school()
  const { id, next_charge_at } = await subscribe({ trial_days: 7 })
  await people.users.delete({ path: { id: ann } })
  await eventually('the erasure', () => departed(ann))
  await world.goTo(next_charge_at!)
  expect(await get(id)).toMatchObject({ status: 'canceled', cancel_reason: 'person_gone' })
  expect(await ordersOf(id)).toHaveLength(1)
})

const departed = (id: string) =>
  asOwner(world.system.ownerUrl, async client => {
    const { rows } = await client.query('select 1 from commerce.people where id = $1 and gone', [id])
    return rows.length > 0
  })
