// Payments through the sandbox: each way that a charge can go.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { card, chargingShopOf } from '../../testing/charging.ts'
import { afterSeconds } from '../providers/sandbox/sandbox.ts'
import { recordDispute } from './dispute.ts'

let system: TestSystem
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(time) }
  system = await startSystem({
    services: [usersService, commerceService],
    clock,
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const shop = () => chargingShopOf(system)
/** Time passes, and what is due by then is done. */
const later = async (seconds: number) => {
  time += seconds * 1000
  await system.services.commerce!.workOffTasks()
}

test('a school without a connection gets the sandbox with the first payment, once; the card pays the order', async () => {
  const { api, order, start, offered, work, orderNow, eventsOf, row } = await shop()
  expect((await api.paymentProviders.list({})).data).toEqual([])
  const [offeredProvider] = await offered()
  // To look connects nothing.
  expect((await api.paymentProviders.list({})).data).toEqual([])
  const { id } = await order()
  const others = await Promise.all([order(2), order(3)])
  const [pending] = await Promise.all(
    [id, ...others.map(each => each.id)].map(each => start(each, card('visa'))),
  )
  const { data } = await api.paymentProviders.list({})
  expect(data).toMatchObject([
    { id: offeredProvider!.id, kind: 'test', mode: 'test', active: true, secret_names: ['webhook_secret'] },
  ])
  expect(pending).toMatchObject({ status: 'pending', method: 'card', amount: 10_000, paid_at: null })
  await work()
  const paid = await orderNow(id)
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(await eventsOf(pending!.id)).toMatchObject([
    {
      type: 'payment.succeeded',
      data: {
        object: {
          status: 'succeeded',
          provider_id: data[0]!.id,
          provider_reference: expect.stringMatching(/^sandbox_visa_job_/),
          fee_amount: 0,
          paid_at: paid.paid_at,
        },
      },
      related: { order_id: id },
    },
  ])
  expect(await row(pending!.id)).toMatchObject({ payment_method_id: null, redirect_url: null })
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['order.created', 'order.paid'])
})

test.each([
  ['declined', 'declined'],
  ['insufficient-funds', 'insufficient_funds'],
  ['expired', 'expired_card'],
  ['fraud', 'fraud'],
  ['processing-error', 'other'],
])('a decline (%s) is a failed payment of the class %s; the order can be paid again', async (choice, of) => {
  const { order, charge, orderNow, eventsOf } = await shop()
  const { id } = await order()
  const failed = await charge(id, card(choice))
  expect(failed).toMatchObject({ status: 'failed', failure: { class: of }, paid_at: null })
  expect(await orderNow(id)).toMatchObject({ status: 'waiting_payment', paid_amount: 0 })
  expect(await eventsOf(failed.id)).toMatchObject([
    { type: 'payment.failed', data: { object: { failure: { class: of } } } },
  ])
  expect(await charge(id, card('visa'))).toMatchObject({ status: 'succeeded', failure: null })
  expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
})

test.each([
  ['pending-then-succeeds', 'succeeded', 'paid'],
  ['pending-then-fails', 'failed', 'waiting_payment'],
])('a late outcome (%s) comes by a callback: %s', async (choice, status, orderStatus) => {
  const { order, charge, start, paymentNow, orderNow } = await shop()
  const { id } = await order()
  const payment = await charge(id, card(choice))
  expect(payment.status).toBe('pending')
  await later(afterSeconds.outcome - 1)
  expect((await paymentNow(payment.id)).status).toBe('pending')
  await expect(start(id, card('visa'))).rejects.toMatchObject({ refusal: { reason: 'payment_under_way' } })
  await later(1)
  expect((await paymentNow(payment.id)).status).toBe(status)
  expect((await orderNow(id)).status).toBe(orderStatus)
})

test('a payment in an open dispute is not refunded; a lost dispute is a refund of what was disputed, once', async () => {
  const { order, charge, refund, orderNow, api, inShop, typesOf } = await shop()
  const { id } = await order()
  const payment = await charge(id, card('disputed'))
  await later(afterSeconds.dispute)
  for (const how of [{}, { dry_run: true }, { outside: true }])
    await expect(refund(payment.id, how)).rejects.toMatchObject({ status: 409, reason: 'payment_disputed' })
  const report = (dispute: 'won' | 'lost', amount: number | null) =>
    inShop((ctx, stores) => recordDispute(ctx, stores, { id: payment.id, order_id: id }, { dispute, amount }))
  await report('lost', 4_000)
  await report('lost', 4_000)
  expect(await orderNow(id)).toMatchObject({ status: 'paid', refunded_amount: 4_000 })
  await refund(payment.id)
  expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  const refunds = (await api.refunds.list({ query: { payment_id: payment.id, sort: 'created_at' } })).data
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [4_000, 'succeeded'],
    [6_000, 'succeeded'],
  ])
  expect(await typesOf(id)).toEqual(['order.created', 'order.paid', 'order.refunded', 'order.refunded'])
})

test('what an order gave ends with the money of a lost dispute', async () => {
  const { order, charge, orderNow, api, inShop } = await shop()
  const { id } = await order(1, { as_gift: true })
  const payment = await charge(id, card('visa'))
  const gifts = async () => (await api.gifts.list({})).data.map(({ status }) => status)
  expect(await gifts()).toEqual(['active'])
  await inShop((ctx, stores) =>
    recordDispute(ctx, stores, { id: payment.id, order_id: id }, { dispute: 'lost', amount: null }),
  )
  expect(await orderNow(id)).toMatchObject({ status: 'refunded' })
  expect(await gifts()).toEqual(['canceled'])
})

test('a dispute is announced when it is opened; the order stays as it is', async () => {
  const { order, charge, paymentNow, orderNow, eventsOf } = await shop()
  const { id } = await order()
  const { id: payment_id } = await charge(id, card('disputed'))
  await later(afterSeconds.dispute)
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', dispute: 'open' })
  expect((await eventsOf(payment_id)).at(-1)).toMatchObject({
    type: 'payment.disputed',
    data: { object: { dispute: 'open' }, previous: { dispute: null } },
    related: { order_id: id, payment_id },
  })
  expect((await orderNow(id)).status).toBe('paid')
})

test('a card that is saved is charged again without the person, and only for the person', async () => {
  const { order, charge, start, row, api, people, inShop } = await shop()
  const first = await charge((await order()).id, card('fails-later', { save: true }))
  const { payment_method_id, provider_id } = await row(first.id)
  const saved = { kind: 'saved', payment_method_id: payment_method_id! } as const
  const method = await inShop((_, { paymentMethods }) => paymentMethods.get(payment_method_id!))
  expect(method).toMatchObject({ brand: 'visa', last4: '0341', provider_id })
  expect(method.sealed).not.toContain('fails-later')
  expect(await charge((await order()).id, saved)).toMatchObject({
    status: 'failed',
    failure: { class: 'declined' },
  })
  const good = await charge((await order()).id, card('visa', { save: true }))
  const better = { kind: 'saved', payment_method_id: (await row(good.id)).payment_method_id! } as const
  expect(await charge((await order()).id, better)).toMatchObject({ status: 'succeeded' })

  const bob = await people.users.create({ body: { email: 'bob@school.org' } })
  const offer = await api.offers.create({ body: { name: 'Course', amount: 100, currency: 'EUR' } })
  const his = await api.orders.create({ body: { user_id: bob.id, items: [{ offer_id: offer.id }] } })
  await expect(start(his.id, better)).rejects.toMatchObject({ refusal: { reason: 'method_unusable' } })
})

test('saved cards follow their person through a merge, and go with an erasure', async () => {
  const { order, charge, people, ann, row, inShop } = await shop()
  const { id } = await charge((await order()).id, card('visa', { save: true }))
  const method_id = (await row(id)).payment_method_id!
  const methods = () => inShop((_, { paymentMethods }) => paymentMethods.many([method_id]))
  const bob = await people.users.create({ body: { email: 'bob@school.org' } })
  await people.persons.merge({ path: { id: bob.id }, body: { user_id: ann.id } })
  await eventually('the card to move', async () => (await methods())[0]?.user_id === bob.id)
  await people.persons.anonymize({ path: { id: bob.id } })
  await eventually('the card to go', async () => (await methods()).length === 0)
})

test('twenty charges of one order at once make one payment', async () => {
  const { order, start, orderNow, work, api, offered } = await shop()
  const { id } = await order()
  await offered()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => start(id, card('visa'))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of outcomes)
    if (each.status === 'rejected')
      expect(each.reason).toMatchObject({ refusal: { reason: 'payment_under_way' } })
  await work()
  expect((await api.payments.list({ query: { order_id: id } })).data).toHaveLength(1)
  expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  await expect(start(id, card('visa'), { amount: 1 })).rejects.toMatchObject({
    refusal: { reason: 'nothing_due' },
  })
})

test('parts are charged up to what is due; an inactive connection and another currency take nothing', async () => {
  const { order, charge, start, orderNow, api } = await shop()
  const { id } = await order()
  expect(await charge(id, card('visa'), { amount: 4_000 })).toMatchObject({ amount: 4_000 })
  expect(await orderNow(id)).toMatchObject({ status: 'waiting_payment', paid_amount: 4_000 })
  await expect(start(id, card('visa'), { amount: 6_001 })).rejects.toMatchObject({
    refusal: { reason: 'nothing_due' },
  })
  const dollars = await api.paymentProviders.create({
    body: { kind: 'test', name: 'Dollars', currencies: ['USD'] },
  })
  const off = await api.paymentProviders.create({ body: { kind: 'test', name: 'Off', active: false } })
  for (const provider of [dollars, off])
    await expect(start(id, card('visa'), { provider })).rejects.toMatchObject({
      refusal: { reason: 'provider_unusable' },
    })
  expect(await charge(id, card('visa'))).toMatchObject({ amount: 6_000, status: 'succeeded' })
})

test('a manual payment waits for staff, and stands in the way of no other', async () => {
  const { order, charge, orderNow, api } = await shop()
  const provider = await api.paymentProviders.create({ body: { kind: 'manual', name: 'Transfer' } })
  const { id } = await order()
  expect(await charge(id, card('visa'), { provider })).toMatchObject({ status: 'pending', method: 'other' })
  const other = await api.paymentProviders.create({ body: { kind: 'test', name: 'Cards' } })
  await charge(id, card('visa'), { provider: other })
  expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
})

describe('a refund through the provider', () => {
  test('returns the money in the answer, in parts; the last one refunds the order', async () => {
    const { order, charge, refund, orderNow } = await shop()
    const { id } = await order()
    const payment = await charge(id, card('visa'))
    const part = await refund(payment.id, { amount: 3_000, reason: 'Half' })
    expect(part).toMatchObject({
      status: 'succeeded',
      amount: 3_000,
      dry_run: false,
      provider_reference: expect.stringMatching(/^sandbox_visa_job_/),
      consequences: { order_status: 'paid' },
    })
    const rest = await refund(payment.id)
    expect(rest).toMatchObject({
      status: 'succeeded',
      amount: 7_000,
      consequences: { order_status: 'refunded' },
    })
    expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  })

  test('that comes later is pending, cannot be made twice, and is told by a callback', async () => {
    const { order, charge, refund, orderNow, api } = await shop()
    const { id } = await order()
    const payment = await charge(id, card('refund-pending'))
    const createdRefund = await refund(payment.id)
    expect(createdRefund).toMatchObject({ status: 'pending', refunded_at: null })
    expect(await orderNow(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    await expect(refund(payment.id)).rejects.toMatchObject({ reason: 'payment_refunded' })
    await later(afterSeconds.outcome)
    expect(await api.refunds.get({ path: { id: createdRefund.id! } })).toMatchObject({ status: 'succeeded' })
    expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  })

  test('that the provider refuses changes nothing, and can be tried again', async () => {
    const { order, charge, refund, orderNow } = await shop()
    const { id } = await order()
    const payment = await charge(id, card('refund-fails'))
    expect(await refund(payment.id)).toMatchObject({ status: 'failed', failure: { class: 'declined' } })
    expect(await orderNow(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(await refund(payment.id, { amount: 1 })).toMatchObject({ status: 'failed' })
  })

  test('that was made outside is only recorded', async () => {
    const { order, charge, refund, orderNow } = await shop()
    const { id } = await order()
    const payment = await charge(id, card('refund-fails'))
    const recorded = await refund(payment.id, { outside: true })
    expect(recorded).toMatchObject({ status: 'succeeded', provider_reference: null })
    expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  })

  test('fifty at once return no more than was paid', async () => {
    const { order, charge, refund, orderNow } = await shop()
    const { id } = await order()
    const payment = await charge(id, card('visa'))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => refund(payment.id, { amount: 3_000 })),
    )
    const done = outcomes.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    expect(done.every(({ status }) => status === 'succeeded')).toBe(true)
    expect(done.length).toBeLessThanOrEqual(3)
    expect(await orderNow(id)).toMatchObject({ refunded_amount: done.length * 3_000 })
  })
})
