// What is to be paid at once is the same at every door: preview, order, checkout, page of an offer, payment link.
import { readFile } from 'node:fs/promises'
import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { asOwner, somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { paymentPages } from '../../money/payment-pages/page.contract.ts'
import { commerceService } from '../../service.ts'
import { chargingShopOf } from '../../testing/charging.ts'
import { buying } from '../buying/buying.contract.ts'

let system: TestSystem
let gateway: TestGateway
let now = Date.parse('2026-05-01T10:00:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, commerceService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const dayMs = 86_400_000
const monthly = { amount: 2900, interval: { unit: 'month' as const, count: 1 } }
const thirds = [3334, 3333, 3333].map((basis_points, index) => ({ basis_points, after_days: 30 * index }))

async function shop() {
  const { schoolId } = await newSchool(gateway)
  const base = await chargingShopOf(system, system.caller({ school: schoolId as never }))
  const { api, ann, course, caller, work } = base
  const scope = { school: caller.school }
  const { buying: pages } = system.internal('commerce', { buying }, scope)
  const { paymentPages: bills } = system.internal('commerce', { paymentPages }, scope)
  const price = (fields: object) =>
    api.prices.create({ path: { id: course.id }, body: { amount: 9000, currency: 'EUR', ...fields } })
  const itemsOf = (price_id: string) => [{ offer_id: course.id, price_id: price_id as never }]
  const preview = (price_id: string) => api.orders.preview({ body: { items: itemsOf(price_id) } })
  const order = (price_id: string) =>
    api.orders.create({ body: { user_id: ann.id, items: itemsOf(price_id) } })
  /** By a checkout of a contact. */
  const checkOut = async (price_id: string) => {
    const { id } = await api.checkouts.create({ body: { items: itemsOf(price_id), email: 'bob@school.org' } })
    const { order_id } = await api.checkouts.confirm({ path: { id } })
    return api.orders.get({ path: { id: order_id! } })
  }
  const { id: offer_id } = course
  const show = async (price: string) => {
    const form = { fields: { price }, key: 'key', attempt: null }
    return (await pages.show({ body: { ...somePageVisit, ...form, offer_id } })).data
  }
  /** On the page of the offer; gives the token of the page on which the order is paid. */
  const buy = async (price_id: string, amount: number) => {
    const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
    const shown = { shown_price: price_id, amount: String(amount), currency: 'EUR' }
    const fields = { price: price_id, email: 'eve@school.org', ...shown }
    const { payment_path } = await pages.buy({
      body: { offer_id, fields, partner_clicks: [], utm, referrer: '' },
    })
    const [newestOrder] = (await api.orders.list({ query: { sort: '-created_at', limit: 1 } })).data
    return { token: payment_path.split('/').at(-1)!, order: newestOrder! }
  }
  const bill = async (token: string) =>
    (await bills.show({ body: { ...somePageVisit, token, submitted: false } })).data
  /** Pays with a test card what a button of the page says; gives the page after it. */
  const payBill = async (token: string, amount: number | null = null) => {
    const { ways } = await bill(token)
    const body = {
      ...somePageVisit,
      token,
      provider_id: ways[0]!.provider_id,
      amount,
      fields: { test_card: '4242424242424242' },
    }
    const { data } = await bills.pay({ body })
    await work()
    return data
  }
  const subscriptionOf = async ({ items }: { items: { subscription_id: string | null }[] }) =>
    api.subscriptions.get({ path: { id: items[0]!.subscription_id! } })
  return { ...base, price, preview, order, checkOut, show, buy, bill, payBill, subscriptionOf }
}

test('a trial costs nothing at first, and begins at once, whichever way it is bought', async () => {
  const { price, preview, order, checkOut, show, buy, bill, subscriptionOf } = await shop()
  const { id } = await price({ ...monthly, trial_days: 14 })
  expect(await preview(id)).toMatchObject({ amount: 0, due_amount: 0, items: [{ trial_days: 14 }] })
  expect(await show(id)).toMatchObject({ amount: 0, due_amount: 0, renewal_amount: 2900, trial_days: 14 })
  const bought = await buy(id, 0)
  expect((await bill(bought.token)).status).toBe('paid')
  const trial_ends_at = new Date(now + 14 * dayMs).toISOString().replace('Z', '+00:00')
  for (const freeOrder of [await order(id), await checkOut(id), bought.order]) {
    expect(freeOrder).toMatchObject({
      status: 'paid',
      amount: 0,
      items: [{ unit_amount: 0, trial_days: 14 }],
    })
    expect(await subscriptionOf(freeOrder)).toMatchObject({
      status: 'trialing',
      amount: 2900,
      period: 1,
      period_ends_at: trial_ends_at,
      trial_ends_at,
    })
  }
})

test('after its trial a subscription that was bought in a checkout costs its price', async () => {
  const { price, checkOut, subscriptionOf, work, api } = await shop()
  const { id } = await price({ ...monthly, trial_days: 14 })
  const trial = await subscriptionOf(await checkOut(id))
  now += 15 * dayMs
  await work()
  const after = await api.subscriptions.get({ path: { id: trial.id } })
  expect(after.status).toBe('past_due')
  expect(await api.orders.get({ path: { id: after.open_order_id! } })).toMatchObject({ amount: 2900 })
})

test('a subscription that begins without a trial costs the early price once, also by hand', async () => {
  const { price, order, api, ann } = await shop()
  const early = { early_amount: 900, early_ends_at: '2090-01-01T00:00:00Z' }
  const { id } = await price({ ...monthly, ...early })
  expect((await order(id)).amount).toBe(900)
  const createdSubscription = await api.subscriptions.create({ body: { user_id: ann.id, price_id: id } })
  const opened = await api.orders.get({ path: { id: createdSubscription.open_order_id! } })
  expect(opened.amount).toBe(900)
  await api.orders.markPaid({ path: { id: opened.id }, body: {} })
  const running = await api.subscriptions.get({ path: { id: createdSubscription.id } })
  expect(running).toMatchObject({ status: 'active', amount: 2900, period: 1 })
})

test('of instalments only the first is due at once, at every door', async () => {
  const { price, preview, order, checkOut, show, buy, bill, api } = await shop()
  const { id } = await price({ instalments: thirds })
  expect(await preview(id)).toMatchObject({ amount: 9000, due_amount: 3000 })
  expect(await show(id)).toMatchObject({ amount: 9000, due_amount: 3000 })
  for (const freeOrder of [await order(id), await checkOut(id)]) {
    const link = await api.paymentLinks.create({ path: { id: freeOrder.id }, body: {} })
    expect(link.amount).toBe(3000)
    expect(Date.parse(link.expires_at)).toBe(now + 67 * dayMs)
  }
  const { token } = await buy(id, 9000)
  expect(await bill(token)).toMatchObject({ status: 'due', amount: 3000, whole_amount: 9000, next: null })
})

test('the parts are paid one after the other on one page, and each once', async () => {
  const { price, buy, bill, payBill, orderNow } = await shop()
  const { token, order } = await buy((await price({ instalments: thirds })).id, 9000)
  expect((await payBill(token, 3000)).status).toBe('processing')
  expect(await orderNow(order.id)).toMatchObject({ status: 'waiting_payment', paid_amount: 3000 })
  const second = new Date(now + 30 * dayMs).toISOString().replace('Z', '+00:00')
  const next = { due_at: second, amount: 3000 }
  expect(await bill(token)).toMatchObject({ status: 'due', amount: 3000, whole_amount: 6000, next })
  now += 61 * dayMs
  // Both others are due by now: a button of before asks again.
  expect(await bill(token)).toMatchObject({ status: 'due', amount: 6000, whole_amount: null, next: null })
  expect(await payBill(token, 3000)).toMatchObject({ status: 'due', problem: { reason: 'amount_changed' } })
  expect((await payBill(token, 6000)).status).toBe('processing')
  expect(await bill(token)).toMatchObject({ status: 'paid' })
  expect((await orderNow(order.id)).status).toBe('paid')
})

test('who may pay in parts can pay all at once instead', async () => {
  const { price, buy, bill, payBill, orderNow } = await shop()
  const { token, order } = await buy((await price({ instalments: thirds })).id, 9000)
  await payBill(token, 9000)
  expect(await bill(token)).toMatchObject({ status: 'paid' })
  expect(await orderNow(order.id)).toMatchObject({ status: 'paid', paid_amount: 9000 })
})

test('an order of 0 is paid when it is made, or as soon as it costs nothing any more', async () => {
  const { price, order, api, typesOf } = await shop()
  const createdOrder = await order((await price({ amount: 0 })).id)
  expect(createdOrder).toMatchObject({ status: 'paid', amount: 0, paid_at: createdOrder.created_at })
  expect(await typesOf(createdOrder.id)).toEqual(['order.created', 'order.paid'])
  expect((await api.payments.list({ query: { order_id: createdOrder.id } })).data).toMatchObject([
    { amount: 0, method: 'none', status: 'succeeded' },
  ])
  const dear = await price({})
  const discounted = await order(dear.id)
  const free = { percent: 100, reason: 'A guest' }
  const applied = await api.orderDiscounts.apply({ path: { id: discounted.id }, body: free })
  expect(applied).toMatchObject({ status: 'paid', amount: 0 })
  const { id, items } = await order(dear.id)
  const path = { id, itemId: items[0]!.id }
  const changed = await api.orderItems.update({ path, body: { unit_amount: 0 } })
  expect(changed).toMatchObject({ status: 'paid', amount: 0 })
})

test('an order of 0 from before such orders were paid at once is paid by the migration, once, and gives what it sold', async () => {
  const { api, price, order, inShop, work, typesOf } = await shop()
  const present = await inShop((_, { orders }) =>
    price({ amount: 0 })
      .then(({ id }) => order(id))
      .then(({ id }) => orders.get(id)),
  )
  const [older, expired] = [newId('ord'), newId('ord')]
  const unpaid = { paid_at: null, paid_amount: 0 }
  await inShop(async (_, { orders }) => {
    orders.insert({ ...present, ...unpaid, id: older, number: 900_001, status: 'waiting_payment' })
    const late = { ...present, ...unpaid, id: expired, number: 900_002 }
    orders.move(orders.insert({ ...late, status: 'waiting_payment' }), 'expire')
  })
  const file = new URL('../../../migrations/20261127070500-tasks-of-present-orders.sql', import.meta.url)
  const sql = await readFile(file, 'utf8')
  for (let time = 0; time < 2; time++) await asOwner(system.ownerUrl, client => client.query(sql))
  await work()
  expect(await api.orders.get({ path: { id: older } })).toMatchObject({ status: 'paid', paid_amount: 0 })
  expect(await typesOf(older)).toEqual(['order.paid'])
  expect(await api.orders.get({ path: { id: expired } })).toMatchObject({ status: 'expired' })
})
