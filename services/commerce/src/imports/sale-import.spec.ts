// Running subscriptions of Stripe move in: Stripe goes on charging them, and nobody else does.
import { type ImportedSale, newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { eventOf } from '../money/providers/stripe/stripe-double.ts'
import { type StripeWorld, startStripeWorld, stripeShopOf } from '../testing/stripe-shop.ts'
import { saleImports } from './sale-import.contract.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
})
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

const day = 86_400_000
const seconds = () => Math.floor(world.time / 1000)
let count = 0

async function shop() {
  const own = await stripeShopOf(world)
  const { api, ann, caller, work } = own
  const offer = await api.offers.create({ body: { name: 'Club', amount: 4900, currency: 'EUR' } })
  const price = await api.prices.create({
    path: { id: offer.id },
    body: { name: 'Monthly', amount: 4900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
  })
  const { saleImports: imports } = world.system.internal(
    'commerce',
    { saleImports },
    { as: 'service', school: caller.school },
  )
  const { plans } = world.stripe
  const reference = `sub_${++count}`
  const ends = seconds() + 10 * 86_400
  plans.begin({ id: reference, from: seconds() - 20 * 86_400, till: ends })
  const sale = (fields: Partial<ImportedSale> = {}): ImportedSale => ({
    ...{ row: 1, user_id: ann.id, offer_id: offer.id, number: null, amount: null, currency: null },
    ...{ status: null, refunded_amount: null, ordered_at: null, paid_at: null, refunded_at: null },
    subscription: { reference, customer: 'cus_ann', price: 'price_month' },
    ...fields,
  })
  const take = (sales: ImportedSale[], dry_run = false) =>
    imports.take({ body: { import_id: newId('imp'), dry_run, sales } })
  const subscription = async () => (await api.subscriptions.list()).data[0]!
  const payments = async () =>
    (await api.payments.list({ query: { sort: 'created_at' } })).data.filter(
      ({ subscription_id }) => subscription_id,
    )
  const tell = async (event: object) => expect(await own.report(event)).toBe(200)
  return { ...own, offer, price, plans, reference, ends, sale, take, subscription, payments, tell, work }
}

const isoOf = (s: number) => new Date(s * 1000).toISOString().replace('Z', '+00:00')

test('it is read once, begins with the period that is paid there, and comes once', async () => {
  const {
    api,
    ann,
    price,
    provider,
    reference,
    ends,
    sale,
    take,
    subscription,
    payments,
    eventsOf,
    order_id,
  } = await shop()
  const dry = await take([sale()], true)
  expect(dry).toEqual({ orders: 0, subscriptions: 1, warnings: [] })
  expect((await api.subscriptions.list()).data).toEqual([])
  expect(await take([sale()])).toEqual(dry)
  const adopted = await subscription()
  expect(adopted).toMatchObject({
    ...{ user_id: ann.id, price_id: price.id, status: 'active', amount: 4900, currency: 'EUR' },
    ...{ period_ends_at: isoOf(ends), payment_method: null, provider_id: provider.id },
    ...{ provider_reference: reference, cancels_at_period_end: false, test: true },
  })
  // The present period was paid there: here it costs nothing, and gives the access.
  expect((await payments()).map(({ amount, method }) => [amount, method])).toEqual([[0, 'none']])
  const [created, paid] = await eventsOf(adopted.order_id!)
  expect([created, paid].map(each => [each?.type, each?.data.imported])).toEqual([
    ['order.created', true],
    ['order.paid', true],
  ])
  expect(paid?.data.object.items[0]).toMatchObject({ subscription_id: adopted.id })
  expect(Date.parse(paid?.data.object.items[0].access_expires_at)).toBeGreaterThan(ends * 1000)
  expect((await eventsOf(adopted.id)).map(({ type, data }) => [type, data.imported])).toEqual([
    ['payment.subscription_started', true],
  ])
  expect(await take([sale()])).toEqual(dry)
  expect((await api.subscriptions.list()).data).toHaveLength(1)
  expect((await api.orders.list()).data.filter(({ id }) => id !== order_id)).toHaveLength(1)
  expect(world.stripe.reads(reference)).toBeLessThanOrEqual(3)
  expect(world.stripe.charges).toEqual([])
  expect(world.stripe.calls.filter(({ path }) => !path.includes('checkout'))).toEqual([])
})

test('Stripe charges it, and each callback counts once', async () => {
  const { plans, reference, ends, sale, take, subscription, payments, tell, eventsOf, work, provider } =
    await shop()
  await take([sale()])
  world.time = (ends + 3600) * 1000
  const invoice = plans.renew(reference, seconds())
  const told = eventOf('invoice.paid', invoice)
  await tell(told)
  await tell(told)
  await tell(eventOf('customer.subscription.updated', plans.get(reference)))
  const renewed = await subscription()
  expect(renewed).toMatchObject({ status: 'active', period: 2, period_ends_at: isoOf(ends + 30 * 86_400) })
  expect(
    (await payments()).map(({ amount, status, provider_reference, provider_id }) => ({
      amount,
      status,
      provider_reference,
      provider_id,
    })),
  ).toEqual([
    { amount: 0, status: 'succeeded', provider_reference: null, provider_id: null },
    {
      amount: 4900,
      status: 'succeeded',
      provider_reference: expect.stringMatching(/^pi_plan_/),
      provider_id: provider.id,
    },
  ])
  const types = (await eventsOf(renewed.id)).map(({ type, data }) => [type, data.imported])
  expect(types).toEqual([
    ['payment.subscription_started', true],
    ['payment.subscription_renewed', undefined],
  ])
  // The platform never charges it: a period that is over is asked about, day by day.
  world.time += 31 * day
  await work()
  expect(await payments()).toHaveLength(2)
  expect(world.stripe.charges).toEqual([])
  plans.renew(reference, seconds())
  world.time += 2 * day
  await work()
  await work()
  expect(await payments()).toHaveLength(3)
})

test('a failed charge and an end there are those of the subscription here', async () => {
  const { plans, reference, sale, take, subscription, tell } = await shop()
  await take([sale()])
  const { object: _, ...plan } = plans.change(reference, { status: 'past_due' })
  await tell(
    eventOf('invoice.payment_failed', {
      object: 'invoice',
      parent: { subscription_details: { subscription: plan.id } },
    }),
  )
  expect(await subscription()).toMatchObject({ status: 'past_due', attempts: 1 })
  plans.change(reference, { status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  await tell(eventOf('customer.subscription.deleted', plans.get(reference)))
  expect(await subscription()).toMatchObject({ status: 'canceled', cancel_reason: 'unpaid' })
  expect(world.stripe.plans.get(reference).status).toBe('canceled')
})

test('who cancels here is not charged there any more', async () => {
  const { api, plans, reference, sale, take, subscription, work, tell } = await shop()
  await take([sale()])
  const { id } = await subscription()
  await api.subscriptions.cancel({ path: { id }, body: {} })
  expect(await subscription()).toMatchObject({ cancels_at_period_end: true, status: 'active' })
  await work()
  expect(plans.get(reference).cancel_at_period_end).toBe(true)
  expect(await subscription()).toMatchObject({ cancels_at_period_end: true })
  await api.subscriptions.update({ path: { id }, body: { cancels_at_period_end: false } })
  await work()
  expect(plans.get(reference).cancel_at_period_end).toBe(false)
  // What somebody changes there holds here, too.
  plans.change(reference, { cancel_at_period_end: true })
  await tell(eventOf('customer.subscription.updated', plans.get(reference)))
  expect(await subscription()).toMatchObject({ cancels_at_period_end: true })
  await api.subscriptions.cancel({ path: { id }, body: { at: 'now' } })
  await work()
  expect(plans.get(reference).status).toBe('canceled')
  expect(await subscription()).toMatchObject({ status: 'canceled', cancel_reason: 'requested' })
})

test('who is gone is not charged any more', async () => {
  const { people, ann, plans, reference, sale, take, subscription, work } = await shop()
  await take([sale()])
  await people.persons.anonymize({ path: { id: ann.id } })
  await eventually('the end there', async () => {
    await world.system.services.users!.workOffTasks()
    await work()
    return plans.get(reference).status === 'canceled'
  })
  expect(await subscription()).toMatchObject({ status: 'canceled', cancel_reason: 'person_gone' })
})

test('what only Stripe can do is refused', async () => {
  const { api, sale, take, subscription } = await shop()
  await take([sale()])
  const path = { id: (await subscription()).id }
  const refused = { status: 409, reason: 'subscription_charged_by_provider' }
  await expect(api.subscriptions.pause({ path, body: {} })).rejects.toMatchObject(refused)
  await expect(api.subscriptions.retry({ path })).rejects.toMatchObject(refused)
  await expect(api.subscriptions.update({ path, body: { quantity: 2 } })).rejects.toMatchObject(refused)
  await expect(
    api.subscriptions.update({ path, body: { collection_method: 'manual' } }),
  ).rejects.toMatchObject(refused)
})

test.each([
  ['nobody knows', { reference: 'sub_none', customer: null, price: null }, 'stripe_subscription_id'],
  ['is of another customer', { customer: 'cus_bob' }, 'stripe_customer_id'],
  ['has another price', { price: 'price_year' }, 'stripe_price_id'],
])('a subscription that %s is left out, with a word', async (_, fields, field) => {
  const { api, sale, take } = await shop()
  const row = sale()
  const taken = await take([{ ...row, subscription: { ...row.subscription!, ...fields } }])
  expect(taken).toMatchObject({ subscriptions: 0, warnings: [{ row: 1, field }] })
  expect((await api.subscriptions.list()).data).toEqual([])
})

test('one that has ended, or whose offer has no such price, is left out, with a word', async () => {
  const { api, offer, price, plans, reference, sale, take } = await shop()
  await api.prices.update({ path: { id: offer.id, priceId: price.id }, body: { status: 'archived' } })
  expect((await take([sale()])).warnings).toMatchObject([{ field: 'offer' }])
  plans.change(reference, { status: 'canceled' })
  expect((await take([sale()])).warnings).toMatchObject([{ field: 'stripe_subscription_id' }])
})

test('without an answer of Stripe the rows come again', async () => {
  const { sale, take, api } = await shop()
  world.stripe.away = true
  await expect(take([sale()])).rejects.toThrow()
  world.stripe.away = false
  expect(await take([sale()])).toMatchObject({ subscriptions: 1 })
  expect((await api.subscriptions.list()).data).toHaveLength(1)
})
