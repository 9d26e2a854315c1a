// Charges of saved cards through a payment provider.
import { eventually } from '@lms/testing'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'
import { between, daysAfter, later, spreadMs } from './calendar.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world.system.stop())

const school = () => subscribersOf(world)
const dayMs = 86_400_000
const types = (events: readonly { type: string }[]) =>
  events.map(({ type }) => type.replace('payment.subscription_', ''))

test('a trial gives access for nothing, and its end is the first charge of the saved card', async () => {
  const { api, subscribe, saveCard, get, ordersOf, accesses, events, liveUntil, price } = await school()
  const method = await saveCard('visa')
  const trial = await subscribe({ price_id: (await price({ trial_days: 14 })).id })
  expect(trial).toMatchObject({
    status: 'trialing',
    period: 1,
    amount: 4900,
    payment_method: { id: method.id, last4: '4242' },
  })
  expect(between(trial.period_starts_at, trial.trial_ends_at!)).toBe(14 * dayMs)
  const [free] = await ordersOf(trial.id)
  expect(free).toMatchObject({ amount: 0, status: 'paid', subscription_id: trial.id })
  const access = await eventually('the access', async () => (await accesses())[0])
  await liveUntil(trial.id, Date.parse(trial.trial_ends_at!) + dayMs)
  const active = await get(trial.id)
  expect(active).toMatchObject({
    status: 'active',
    period: 2,
    period_starts_at: trial.trial_ends_at,
    open_order_id: null,
    open_payment_id: null,
  })
  const orders = await ordersOf(trial.id)
  expect(orders.map(({ amount, status }) => [amount, status])).toEqual([
    [0, 'paid'],
    [4900, 'paid'],
  ])
  const [payment] = (await api.payments.list({ query: { order_id: orders[1]!.id } })).data
  expect(payment).toMatchObject({
    status: 'succeeded',
    method: 'card',
    amount: 4900,
    subscription_id: trial.id,
  })
  // The same access has a later end.
  await eventually('the later end', async () => (await accesses())[0]!.expires_at !== access.expires_at)
  expect(await accesses()).toMatchObject([
    { id: access.id, status: 'active', expires_at: later(active.period_ends_at, 3 * dayMs + spreadMs) },
  ])
  expect(types(await events(trial.id))).toEqual(['started', 'renewed'])
})

test('without a trial the first period is charged at once, and nothing else happens meanwhile', async () => {
  const { api, subscribe, saveCard, get, events } = await school()
  await expect(subscribe({ collection_method: 'automatic' })).rejects.toMatchObject({
    reason: 'payment_method_missing',
  })
  await saveCard('visa')
  const charged = await subscribe()
  expect(charged).toMatchObject({
    status: 'past_due',
    period: 0,
    open_payment_id: expect.stringMatching(/^pay_/),
  })
  const path = { id: charged.id }
  await expect(api.subscriptions.cancel({ path, body: { at: 'now' } })).rejects.toMatchObject({
    reason: 'subscription_charging',
  })
  await world.settle()
  expect(await get(charged.id)).toMatchObject({ status: 'active', period: 1, open_payment_id: null })
  expect(types(await events(charged.id))).toEqual(['started'])
})

test('a declined card is charged again by the plan, then the subscription and its access end', async () => {
  const { subscribe, saveCard, get, ordersOf, accesses, members, events, liveUntil } = await school()
  await saveCard('fails-later')
  const { id, period_ends_at, next_charge_at } = await subscribe({ trial_days: 7 })
  await eventually('the access', async () => (await accesses()).length)
  await world.goTo(next_charge_at!)
  const failed = await get(id)
  expect(failed).toMatchObject({
    status: 'past_due',
    attempts: 1,
    past_due_at: next_charge_at,
    next_charge_at: daysAfter(next_charge_at!, 1),
  })
  await world.goTo(later(period_ends_at, 3 * dayMs + spreadMs))
  expect(await accesses()).toMatchObject([{ status: 'expired' }])
  expect(await members()).toEqual([])
  await liveUntil(id, Date.parse(next_charge_at!) + 8 * dayMs)
  expect(await get(id)).toMatchObject({
    status: 'canceled',
    cancel_reason: 'unpaid',
    attempts: 4,
    canceled_at: daysAfter(next_charge_at!, 7),
    next_charge_at: null,
  })
  const [, order] = await ordersOf(id)
  expect(order).toMatchObject({ status: 'canceled', paid_amount: 0 })
  expect(types(await events(id))).toEqual(['started', 'past_due', 'canceled'])
})

test('a past-due subscription is charged again by hand with another card, and keeps its days', async () => {
  const { api, subscribe, saveCard, get, ordersOf } = await school()
  await saveCard('fails-later')
  const trial = await subscribe({ trial_days: 7 })
  const { id } = trial
  const retry = () => api.subscriptions.retry({ path: { id } })
  await expect(retry()).rejects.toMatchObject({ status: 409, reason: 'subscription_running' })
  await world.goTo(trial.next_charge_at!)
  await retry()
  await expect(retry()).rejects.toMatchObject({ status: 409, reason: 'subscription_charging' })
  await world.settle()
  expect(await get(id)).toMatchObject({ status: 'past_due', attempts: 2 })
  const second = await saveCard('visa')
  await api.subscriptions.update({ path: { id }, body: { collection_method: 'automatic' } })
  await retry()
  await world.settle()
  expect(await get(id)).toMatchObject({
    status: 'active',
    attempts: 0,
    past_due_at: null,
    period: 2,
    period_starts_at: trial.trial_ends_at,
    payment_method: { id: second.id },
  })
  expect(await ordersOf(id)).toHaveLength(2)
})

test('another price begins with the next period, or now with credit for the unused part', async () => {
  const { api, subscribe, saveCard, get, price, ordersOf, liveUntil } = await school()
  await saveCard('visa')
  const { id } = await subscribe()
  await world.settle()
  const first = await get(id)
  const path = { id }
  const larger = await price({ amount: 10_000 })
  const change = (body: Parameters<typeof api.subscriptions.update>[0]['body']) =>
    api.subscriptions.update({ path, body })
  expect(await change({ price_id: larger.id })).toMatchObject({
    amount: 4900,
    price_change: { price_id: larger.id, quantity: 1, amount: 10_000 },
  })
  expect((await change({ price_id: first.price_id })).price_change).toBeNull()
  await change({ price_id: larger.id })
  await liveUntil(id, Date.parse(first.period_ends_at) + dayMs)
  const second = await get(id)
  expect(second).toMatchObject({ period: 2, amount: 10_000, price_change: null })

  const half =
    Date.parse(second.period_starts_at) + between(second.period_starts_at, second.period_ends_at) / 2
  await world.goTo(half)
  const yearly = await price({ amount: 60_000, interval: { unit: 'year', count: 1 } })
  const changedSubscription = await change({ price_id: yearly.id, change_at: 'now' })
  expect(changedSubscription).toMatchObject({
    period: 2,
    amount: 10_000,
    open_payment_id: expect.any(String),
  })
  await world.settle()
  const third = await get(id)
  expect(third).toMatchObject({ period: 3, amount: 60_000, credit_amount: 0, interval: { unit: 'year' } })
  expect(Date.parse(third.period_starts_at)).toBe(half)
  const amounts = (await ordersOf(id)).map(({ amount, discount_amount }) => [amount, discount_amount])
  expect(amounts).toEqual([
    [4900, 0],
    [10_000, 0],
    [55_000, 5000],
  ])

  const smaller = await change({ price_id: first.price_id, change_at: 'now' })
  expect(smaller).toMatchObject({ period: 4, amount: 4900, credit_amount: 55_100, open_payment_id: null })
  await expect(change({ price_id: (await price({ currency: 'USD' })).id })).rejects.toMatchObject({
    reason: 'subscription_price_invalid',
  })
  await api.prices.update({
    path: { id: (await get(id)).offer_id, priceId: larger.id },
    body: { status: 'archived' },
  })
  await expect(change({ price_id: larger.id })).rejects.toMatchObject({
    reason: 'subscription_price_invalid',
  })
})

test('a change now whose charge is declined leaves the subscription as it is', async () => {
  const { api, subscribe, saveCard, get, price, ordersOf } = await school()
  await saveCard('fails-later')
  const { id } = await subscribe()
  await world.settle()
  await api.orders.markPaid({ path: { id: (await get(id)).open_order_id! }, body: {} })
  const before = await get(id)
  const larger = await price({ amount: 10_000 })
  await api.subscriptions.update({ path: { id }, body: { price_id: larger.id, change_at: 'now' } })
  await world.settle()
  expect(await get(id)).toMatchObject({
    status: 'active',
    period: 1,
    amount: 4900,
    open_order_id: null,
    open_payment_id: null,
    next_charge_at: before.next_charge_at,
  })
  expect((await ordersOf(id)).map(({ status }) => status)).toEqual(['paid', 'canceled'])
})

test('twenty retries at once, beside the task that is due, charge once', async () => {
  const { api, subscribe, saveCard, get, ordersOf } = await school()
  await saveCard('fails-later')
  const { id, next_charge_at } = await subscribe({ trial_days: 7 })
  await world.goTo(next_charge_at!)
  await saveCard('visa')
  await api.subscriptions.update({ path: { id }, body: { collection_method: 'automatic' } })
  const due = Date.parse((await get(id)).next_charge_at!)
  // The clock stands at the time of the task before the first retry is sent.
  const task = world.goTo(due)
  const retries = Array.from({ length: 20 }, () => api.subscriptions.retry({ path: { id } }))
  const [answers] = await Promise.all([Promise.allSettled(retries), task])
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.reason] : []))
  const expected = ['subscription_charging', 'subscription_running']
  expect(refused.filter(reason => !expected.includes(reason))).toEqual([])
  await world.settle()
  expect(await get(id)).toMatchObject({ status: 'active', period: 2, open_payment_id: null })
  const [, order] = await ordersOf(id)
  const { data } = await api.payments.list({ query: { order_id: order!.id, status: 'succeeded' } })
  expect(data).toMatchObject([{ amount: 4900 }])
  expect(order).toMatchObject({ paid_amount: 4900 })
})
