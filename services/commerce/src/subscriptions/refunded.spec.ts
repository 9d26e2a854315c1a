// What a refund of a subscription's payment returns and takes, beside what a change of the price has made of the money.
import { asOwner } from '@lms/testing'
import type { CardName } from '../money/providers/sandbox/cards.ts'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world?.system.stop())

/** A subscription whose first period is paid by card. */
async function paidSubscription(
  fields: { amount: number; interval: { unit: 'month' | 'year'; count: number } },
  card: CardName = 'visa',
) {
  const school = await subscribersOf(world)
  const { api, price, saveCard, subscribe, get } = school
  await saveCard(card)
  const { id } = await subscribe({ price_id: (await price(fields)).id })
  await world.settle()
  const paymentOf = async (order_id: string) => (await api.payments.list({ query: { order_id } })).data[0]!
  const refund = async (order_id: string, body: object = {}) =>
    api.paymentRefunds.refund({
      path: { id: (await paymentOf(order_id)).id },
      body: { outside: true, ...body },
    })
  return { ...school, id, first: (await get(id)).order_id!, refund, paymentOf }
}
const year = { amount: 29_000, interval: { unit: 'year', count: 1 } } as const
const month = { amount: 2_900, interval: { unit: 'month', count: 1 } } as const

test('money that became credit is returned once: a refund takes the credit with it, and never what was used', async () => {
  const { api, id, first, refund, price, get } = await paidSubscription(year)
  const { id: price_id } = await price(month)
  const changed = await api.subscriptions.update({ path: { id }, body: { price_id, change_at: 'now' } })
  expect(changed).toMatchObject({ period: 2, credit_amount: 26_100 })
  await expect(refund(first, { amount: 29_000 })).rejects.toMatchObject({ reason: 'refund_above_payment' })
  const credits = [{ subscription_id: id, amount: 26_100, left_amount: 0 }]
  const tried = await refund(first, { dry_run: true })
  expect(tried).toMatchObject({ amount: 26_100, consequences: { order_status: 'paid', credits } })
  expect((await get(id)).credit_amount).toBe(26_100)
  expect(await refund(first)).toMatchObject({ amount: 26_100, consequences: tried.consequences })
  expect(await get(id)).toMatchObject({ status: 'active', period: 2, credit_amount: 0 })
  await expect(refund(first)).rejects.toMatchObject({ reason: 'payment_credited' })
})

test('a renewal is not paid with credit whose refund is under way at the provider', async () => {
  const { api, id, first, refund, price, get, ordersOf } = await paidSubscription(year, 'refund-pending')
  const { id: price_id } = await price(month)
  await api.subscriptions.update({ path: { id }, body: { price_id, change_at: 'now' } })
  const pendingRefund = await refund(first, { amount: 25_000, outside: false })
  expect(pendingRefund).toMatchObject({ status: 'pending', consequences: { credits: [{ amount: 25_000 }] } })
  // Of a second one the first is counted, too.
  const second = await refund(first, { amount: 500, outside: false, dry_run: true })
  expect(second.consequences.credits).toEqual([{ subscription_id: id, amount: 500, left_amount: 25_600 }])
  // The provider does not report the end of the refund.
  await asOwner(world.system.ownerUrl, client =>
    client.query(`delete from commerce.tasks where queue = 'send-sandbox-callback'`),
  )
  const due = Date.parse((await get(id)).next_charge_at!)
  await world.goTo(due)
  const renewal = (await ordersOf(id)).at(-1)!
  expect(renewal).toMatchObject({ items_amount: 2_900, discount_amount: 1_100 })
  await world.settle()
  expect((await get(id)).credit_amount).toBe(25_000)
})

test('a refund of a part leaves the rest of the credit', async () => {
  const { api, id, first, refund, price, get } = await paidSubscription(year)
  const { id: price_id } = await price(month)
  await api.subscriptions.update({ path: { id }, body: { price_id, change_at: 'now' } })
  await refund(first, { amount: 6_100 })
  expect((await get(id)).credit_amount).toBe(20_000)
  expect(await refund(first)).toMatchObject({ amount: 20_000 })
})

test('the refund of a period after the next one ends no access, and lists none; that of the last one ends both', async () => {
  const { id, first, refund, get, accesses, liveUntil } = await paidSubscription(month)
  await liveUntil(id, Date.parse((await get(id)).next_charge_at!))
  await world.settle()
  const { period, order_id } = await get(id)
  expect(period).toBe(2)
  const earlier = await refund(first)
  await world.settle()
  expect(earlier.consequences).toMatchObject({ access: [], subscription: null })
  const statuses = async () => (await accesses()).map(({ status }) => status)
  expect(await statuses()).toEqual(['active'])
  const tried = await refund(order_id!, { dry_run: true })
  expect(tried.consequences).toMatchObject({
    access: [{ kind: 'course' }, { kind: 'group' }],
    subscription: { subscription_id: id, status: 'canceled' },
  })
  await refund(order_id!)
  await world.settle()
  expect((await get(id)).status).toBe('canceled')
})
