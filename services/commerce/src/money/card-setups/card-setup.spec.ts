// Cards that are saved without a charge, at Stripe's double, and who may not get one.
import { somePageVisit } from '@lms/testing'
import { newSchool } from '@lms/testing/gateway'
import { chargingShopOf } from '../../testing/charging.ts'
import { type StripeWorld, startStripeWorld, stripeSecret } from '../../testing/stripe-shop.ts'
import { lookAfter, maxLooks } from '../charges/charge.task.ts'
import { type PaymentPage, paymentPages } from '../payment-pages/page.contract.ts'
import { goodKey } from '../providers/stripe/stripe-double.ts'
import { keptDays } from './set-up.task.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
})
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

const secret = stripeSecret
const dayMs = 86_400_000

/** A school on Stripe (or on what is given), and Ann's trial of two weeks. */
async function trial(kind: 'stripe' | 'manual' | 'test' = 'stripe') {
  const { schoolId, host } = await newSchool(world.gateway)
  const caller = world.system.caller({ school: schoolId as never })
  const shop = await chargingShopOf(world.system, caller)
  const { api, ann, course, work } = shop
  const secrets = { api_key: goodKey, webhook_secret: secret }
  const connection = kind === 'stripe' ? { kind, name: 'Stripe', secrets } : { kind, name: 'Other' }
  const provider = await api.paymentProviders.create({ body: connection as never })
  const interval = { unit: 'month', count: 1 } as const
  const price = await api.prices.create({
    path: { id: course.id },
    body: { amount: 2900, currency: 'EUR', interval, trial_days: 14 },
  })
  const basket = { items: [{ offer_id: course.id, price_id: price.id }], user_id: ann.id }
  const checkout = await api.checkouts.create({ body: basket })
  const { payment_path, order_id } = await api.checkouts.confirm({ path: { id: checkout.id } })
  const link = () => api.paymentLinks.create({ path: { id: order_id! }, body: {} })
  const pages = world.system.internal('commerce', { paymentPages }, { school: caller.school }).paymentPages
  const token = payment_path!.split('/pay/')[1]!
  const visit = { ...somePageVisit, token }
  const show = async () => (await pages.show({ body: { ...visit, submitted: false } })).data
  const save = async (test_card = '') =>
    (await pages.saveCard({ body: { ...visit, provider_id: provider.id, fields: { test_card } } })).data
  const subscription = async () => (await api.subscriptions.list({ query: { user_id: ann.id } })).data[0]!
  const last = () =>
    shop.inShop(async (_, { cardSetups }) => (await cardSetups.lastOf(order_id!)).at(-1) ?? null)
  const report = async (event: object) => {
    const signed = world.stripe.sign(event, secret, new Date(world.time))
    const { status } = await world.gateway.call('POST', provider.callback_path!, { host, ...signed })
    await work()
    return status
  }
  return {
    ...shop,
    caller,
    host,
    provider,
    order_id: order_id!,
    link,
    show,
    save,
    subscription,
    last,
    report,
  }
}

const cardStatusOf = ({ card }: PaymentPage) => card?.status

test('a person saves a card on Stripe’s page, and Stripe’s callback has it pay what comes after the trial', async () => {
  const { show, save, work, last, report, subscription, api } = await trial()
  const { next_charge_at } = await subscription()
  expect(await show()).toMatchObject({
    status: 'paid',
    card: { status: 'wanted', charges: [{ name: 'Course', amount: 2900, at: next_charge_at }] },
  })
  expect(cardStatusOf(await save())).toBe('processing')
  expect(cardStatusOf(await show())).toBe('processing')
  await work()
  const { provider_reference: session } = (await last())!
  expect(await show()).toMatchObject({
    card: { status: 'wanted', continue_url: `https://checkout.stripe.com/c/pay/${session}` },
  })
  const [, created] = [world.stripe.calls.length, world.stripe.calls[0]!]
  expect(created.fields).toMatchObject({ mode: 'setup', customer_creation: 'always' })
  const events = world.stripe.saveCard(session!)
  for (const event of [...events, ...events]) expect(await report(event)).toBe(200)
  expect(cardStatusOf(await show())).toBe('saved')
  expect((await subscription()).payment_method).toMatchObject({
    brand: 'visa',
    last4: '4242',
    expires: '2031-04',
  })
  // Nothing was charged, and nothing is a payment.
  expect(world.stripe.charges).toEqual([])
  expect((await api.payments.list({ query: {} })).data).toMatchObject([{ amount: 0, method: 'none' }])
  world.time = Date.parse(next_charge_at!) + 1000
  await work()
  expect(await subscription()).toMatchObject({ status: 'active' })
  expect(world.stripe.charges).toMatchObject([{ amount: 2900, currency: 'eur' }])
})

test('a card is saved once, however often Stripe reports it, and a success after a failure counts', async () => {
  const { save, work, last, report, inShop, ann, subscription, show } = await trial()
  await save()
  await work()
  const session = (await last())!.provider_reference!
  const [failed] = world.stripe.saveCard(session, 'pm_insufficient')
  const [succeeded] = world.stripe.saveCard(session)
  await report(failed!)
  expect(await show()).toMatchObject({
    card: { status: 'wanted', problem: { reason: 'insufficient_funds' } },
  })
  for (const event of [succeeded!, failed!, succeeded!]) await report(event)
  expect(await last()).toMatchObject({ status: 'succeeded', failure: null })
  const methods = await inShop(({ work }) =>
    work.read('select id from commerce.payment_methods where school_id = $1 and user_id = $2', [
      work.school,
      ann.id,
    ]),
  )
  expect(methods.rows).toEqual([[(await subscription()).payment_method!.id]])
})

test('a callback that is lost is made up for by looking', async () => {
  const { save, work, last, subscription } = await trial()
  await save()
  await work()
  world.stripe.saveCard((await last())!.provider_reference!)
  for (let look = 0; look < maxLooks && !(await subscription()).payment_method; look++) {
    world.time += lookAfter(look) * 1000
    await work()
  }
  expect((await subscription()).payment_method).toMatchObject({ last4: '4242' })
})

test('a page that runs out is a failed attempt, and another one can begin', async () => {
  const { save, work, last, show } = await trial()
  await save()
  await work()
  const first = (await last())!
  world.stripe.expire(first.provider_reference!)
  world.time += lookAfter(0) * 1000
  await work()
  expect(await show()).toMatchObject({ card: { status: 'wanted', problem: { reason: 'other' } } })
  expect(cardStatusOf(await save())).toBe('processing')
  await work()
  expect((await last())!.id).not.toBe(first.id)
})

test('staff give the link of the page, as long as a card is wanted', async () => {
  const { link, save, work } = await trial('test')
  expect(await link()).toMatchObject({ amount: 0, url: expect.stringContaining('/pay/') })
  await save('4242424242424242')
  await work()
  await expect(link()).rejects.toMatchObject({ status: 409, reason: 'order_already_paid' })
})

test('simultaneous submissions are one attempt', async () => {
  const { save, work } = await trial()
  const pages = await Promise.all(Array.from({ length: 5 }, () => save()))
  expect(new Set(pages.map(cardStatusOf))).toEqual(new Set(['processing']))
  await work()
  expect(world.stripe.calls).toHaveLength(1)
})

test('a provider that saves no cards offers none', async () => {
  const { show, save } = await trial('manual')
  expect(await show()).toMatchObject({ status: 'paid', card: null })
  expect((await save()).card).toBeNull()
})

test('nobody is asked for a card who has one, or who has canceled', async () => {
  const one = await trial('test')
  await one.save('4242424242424242')
  await one.work()
  expect((await one.show()).card).toMatchObject({ status: 'saved', charges: [], ways: [] })
  expect((await one.save('4242424242424242')).card).toMatchObject({ status: 'saved' })
  const other = await trial('test')
  const { id } = await other.subscription()
  await other.api.subscriptions.cancel({ path: { id }, body: { at: 'period_end' } })
  expect((await other.show()).card).toBeNull()
})

test('a test card makes the subscription a test, and is none of a school that has gone live', async () => {
  const { save, work, subscription, set, show } = await trial('test')
  await save('4000000000000077')
  await work()
  await set({ sales: { mode: 'live' } })
  world.time += 11_000
  await work()
  expect(await subscription()).toMatchObject({ payment_method: null, test: false, status: 'trialing' })
  expect(await show()).toMatchObject({ test: false, card: null })
  const tried = await trial('test')
  await tried.save('4242424242424242')
  await tried.work()
  expect(await tried.subscription()).toMatchObject({ test: true, payment_method: { last4: '4242' } })
})

test('a past-due subscription is offered a card, too, which the plan charges', async () => {
  const { save, work, subscription, show } = await trial('test')
  world.time = Date.parse((await subscription()).next_charge_at!) + 1000
  await work()
  const due = await subscription()
  expect(due).toMatchObject({ status: 'past_due' })
  expect(await show()).toMatchObject({
    card: { status: 'wanted', charges: [{ amount: 2900, at: due.next_charge_at }] },
  })
  await save('4242424242424242')
  await work()
  world.time = Date.parse(due.next_charge_at!) + 1000
  await work()
  expect(await subscription()).toMatchObject({ status: 'active', payment_method: { last4: '4242' } })
})

test('attempts end with their person, and after a month', async () => {
  const { save, work, last, people, ann, order_id, inShop } = await trial('test')
  await save('4000000000000002')
  await work()
  expect(await last()).toMatchObject({ status: 'failed', failure: { class: 'declined' } })
  world.time += (keptDays - 1) * dayMs
  await work()
  expect(await last()).not.toBeNull()
  world.time += dayMs + 1000
  await work()
  expect(await inShop((_, { cardSetups }) => cardSetups.lastOf(order_id))).toEqual([])
  expect(ann.id).toMatch(/^usr_/)
  expect(people).toBeDefined()
})
