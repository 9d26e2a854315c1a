// Test and live: what the test provider pays is a test at every door, and gives nothing in a live school.
import type { Caller } from '@lms/contract'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { recordCharge } from '../money/charges/record.ts'
import { paymentPages } from '../money/payment-pages/page.contract.ts'
import { buying } from '../sales/buying/buying.contract.ts'
import { commerceService } from '../service.ts'
import { card, chargingShopOf } from '../testing/charging.ts'

let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, commerceService, serviceService],
    settings: { taskSlots: 0 },
  })
  gateway = await startTestGateway(system)
}, 180_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const refused = (status: number, reason: string) => expect.objectContaining({ status, reason })
const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
const tokenIn = (address: string) => address.split('/pay/')[1]!

async function school() {
  const { schoolId } = await newSchool(gateway)
  const shop = await chargingShopOf(system, system.caller({ school: schoolId as never }))
  const { api, ann, caller, course, set, work, inShop } = shop
  const at = { school: caller.school }
  const pages = system.internal('commerce', { paymentPages }, at).paymentPages
  const { show, buy } = system.internal('commerce', { buying }, at).buying
  const request = { offer_id: course.id, price_id: null, country: null, promo_code: null }
  const entered = { email: 'eve@school.org', first_name: 'Eve', amount: '10000', currency: 'EUR' }
  const form = { ...somePageVisit, fields: {}, key: 'key', attempt: null }
  const bill = async (token: string) =>
    (await pages.show({ body: { ...somePageVisit, token, submitted: false } })).data
  /** Pays on the page of a link with the card that always succeeds. */
  const payOn = async (address: string) => {
    const token = tokenIn(address)
    const page = await bill(token)
    const { provider_id } = page.ways[0]!
    await pages.pay({
      body: {
        ...somePageVisit,
        token,
        provider_id,
        amount: null,
        fields: { test_card: '4242 4242 4242 4242' },
      },
    })
    await work()
    return page
  }
  const link = (id: string) => api.paymentLinks.create({ path: { id: id as never }, body: {} })
  const checkout = (as_gift = false) =>
    api.checkouts.create({ body: { items: [{ offer_id: course.id }], user_id: ann.id, utm, as_gift } })
  const doors = {
    order: async () => {
      const { id } = await shop.order()
      await payOn((await link(id)).url)
      return id
    },
    checkout: async () => {
      const { id } = await checkout()
      const { payment_path, order_id } = await api.checkouts.confirm({ path: { id } })
      await payOn(payment_path!)
      return order_id!
    },
    page: async () => {
      const source = { partner_clicks: [], utm, referrer: '' }
      const body = { offer_id: course.id, fields: entered, ...source }
      const { payment_path } = await buy({ body })
      await payOn(payment_path)
      return `ord_${tokenIn(payment_path).split('.')[0]}`
    },
    subscription: async () => {
      const interval = { unit: 'month', count: 1 } as const
      const price = await api.prices.create({
        path: { id: course.id },
        body: { amount: 9000, currency: 'EUR', interval },
      })
      const items = [{ offer_id: course.id, price_id: price.id }]
      const { id } = await api.orders.create({ body: { user_id: ann.id, items } })
      await payOn((await link(id)).url)
      return id
    },
    /** Free days, on whose page a card is added. */
    trial: async () => {
      const interval = { unit: 'month', count: 1 } as const
      const price = await api.prices.create({
        path: { id: course.id },
        body: { amount: 9000, currency: 'EUR', interval, trial_days: 14 },
      })
      const items = [{ offer_id: course.id, price_id: price.id }]
      const { id } = await api.orders.create({ body: { user_id: ann.id, items } })
      const token = tokenIn((await link(id)).url)
      const { card: cardPart } = await bill(token)
      const { provider_id } = cardPart!.ways[0]!
      await pages.saveCard({
        body: { ...somePageVisit, token, provider_id, fields: { test_card: '4242424242424242' } },
      })
      await work()
      return id
    },
    gift: async () => {
      const { id } = await shop.order(1, { as_gift: true })
      await payOn((await link(id)).url)
      return id
    },
  }
  const goLive = async () => {
    await set({ sales: { mode: 'live' } })
    await work()
  }
  return {
    ...shop,
    bill,
    show: async () => (await show({ body: { ...form, offer_id: course.id } })).data,
    link,
    payOn,
    doors,
    goLive,
    checkout,
    asked: request,
    inShop,
  }
}

const doors = ['order', 'checkout', 'page', 'subscription', 'trial', 'gift'] as const

test.each(doors)(
  'a sale in test mode by the door of the %s is a test for good, and over when the school goes live',
  async door => {
    const { api, doors, goLive, orderNow, eventsOf, set } = await school()
    await set({ receipts: { enabled: true, seller: { name: 'School' } } })
    const id = (await doors[door]()) as never
    expect(await orderNow(id)).toMatchObject({ status: 'paid', test: true })
    const of = { query: { order_id: id } }
    const all = async () =>
      (
        await Promise.all([
          api.payments.list(of),
          api.receipts.list(of),
          api.subscriptions.list(of),
          api.gifts.list(of),
        ])
      ).map(({ data }) => data as { test: boolean; status: string; amount?: number }[])
    const before = await all()
    const subscribes = door === 'subscription' || door === 'trial'
    // Free days are a payment of 0, which is no money of any kind and has no receipt.
    const sold = door === 'trial' ? 0 : 1
    expect(before.map(({ length }) => length)).toEqual([1, sold, +subscribes, +(door === 'gift')])
    const money = before.flat().filter(each => each.amount !== 0)
    expect(money.every(({ test }) => test)).toBe(true)
    const paid = (await eventsOf(id)).findLast(({ type }) =>
      door === 'trial' ? type === 'order.updated' : type === 'order.paid',
    )
    expect(paid!.data.object).toMatchObject({ test: true })

    await goLive()
    expect(await orderNow(id)).toMatchObject({
      status: 'refunded',
      test: true,
      refunded_amount: expect.any(Number),
    })
    const [payments, , subscriptions, gifts] = await all()
    expect(payments).toMatchObject([{ test: door !== 'trial', status: 'succeeded' }])
    for (const each of [...subscriptions!, ...gifts!])
      expect(each).toMatchObject({ test: true, status: 'canceled' })
    const [refund] = (await api.refunds.list(of)).data
    expect(refund).toMatchObject({ test: door !== 'trial', status: 'succeeded' })
  },
)

test('test payments earn partners nothing, and their receipts are none of the series of the school', async () => {
  const { api, order, link, payOn, pay, set, work } = await school()
  await set({ receipts: { enabled: true, seller: { name: 'School' } } })
  await api.partners.create({ body: { name: 'Ann', code: 'anns-blog', basis_points: 1000 } })
  const [test, real] = [
    await order(1, { partner_code: 'anns-blog' }),
    await order(1, { partner_code: 'anns-blog' }),
  ]
  await payOn((await link(test.id)).url)
  await pay(real.id)
  await work()
  const accruals = (await api.partnerAccruals.list({})).data
  expect(accruals.map(({ order_id }) => order_id)).toEqual([real.id])
  const receipts = (await api.receipts.list({ query: { sort: 'created_at' } })).data
  expect(receipts).toMatchObject([
    { order_id: test.id, test: true, number: 1, status: 'issued' },
    { order_id: real.id, test: false, number: 1, status: 'issued' },
  ])
})

test('a test payment that is confirmed after going live has failed, and gives nothing', async () => {
  const { inShop, order, orderNow, start, paymentNow, set, typesOf } = await school()
  const { id } = await order()
  const payment = await start(id, card('visa'))
  await set({ sales: { mode: 'live' } })
  const succeeded = { status: 'succeeded', reference: 'late', fee_amount: 0, saved: null } as const
  await inShop((ctx, stores) => recordCharge(ctx, stores, payment, succeeded))
  await inShop((ctx, stores) => recordCharge(ctx, stores, payment, succeeded))
  expect(await paymentNow(payment.id)).toMatchObject({ status: 'failed', test: true })
  expect(await orderNow(id)).toMatchObject({ status: 'waiting_payment', paid_amount: 0, test: false })
  expect(await typesOf(id)).toEqual(['order.created'])
})

test('a live school takes nothing of the test provider: no charge, no gift, no saved card', async () => {
  const { api, ann, doors, goLive, order, start, offered, caller, set } = await school()
  const bought = await doors.gift()
  const [gift] = (await api.gifts.list({ query: { order_id: bought } })).data
  const [sandbox] = await offered()
  await set({ sales: { mode: 'live' } })
  // Before the test sales are ended.
  const redeem = api.gifts.redeem({ body: { code: gift!.code!, user_id: ann.id } })
  await expect(redeem).rejects.toEqual(refused(409, 'gift_canceled'))
  await goLive()
  expect(caller.role).toBe('owner')
  expect(await offered()).toEqual([])
  const { id } = await order()
  await expect(start(id, card('visa'), { provider: sandbox! })).rejects.toMatchObject({
    refusal: { reason: 'provider_unusable' },
  })
})

test('a live school without a working provider says that payment is not possible now', async () => {
  const { api, order, link, bill, show, set, checkout } = await school()
  const { id } = await order()
  const { url } = await link(id)
  const basket = await checkout()
  await set({ sales: { mode: 'live' } })
  await api.paymentProviders.create({ body: { kind: 'test', name: 'Test cards' } })
  expect(await bill(tokenIn(url))).toMatchObject({
    status: 'due',
    test: false,
    ways: [],
  })
  expect(await show()).toMatchObject({ test: false, payable: false })
  const unavailable = refused(409, 'payment_unavailable')
  await expect(link(id)).rejects.toEqual(unavailable)
  await expect(api.checkouts.confirm({ path: { id: basket.id } })).rejects.toEqual(unavailable)
  await api.paymentProviders.create({ body: { kind: 'manual', name: 'Transfer' } })
  expect(await show()).toMatchObject({ payable: true })
  expect(await link(id)).toMatchObject({ amount: 10_000 })
})

test('to look at a page connects no provider', async () => {
  const { api, order, link, bill, show } = await school()
  const { url } = await link((await order()).id)
  await show()
  expect(await bill(tokenIn(url))).toMatchObject({
    test: true,
    ways: [{ test: true }],
  })
  expect((await api.paymentProviders.list({})).data).toEqual([])
})

test('the owner alone goes live, once and for all', async () => {
  const caller = system.caller()
  const settings = (by: Caller) => system.client('service', serviceContract.resources, by).settings
  const change = (mode: string, by: Caller = caller) =>
    settings(by).update({ body: { id: 'commerce', values: { sales: { mode } } } })
  await expect(change('live', { ...caller, role: 'administrator' })).rejects.toEqual(
    refused(403, 'permission_missing'),
  )
  expect(await change('live')).toMatchObject({ values: { sales: { mode: 'live' } } })
  await expect(change('test')).rejects.toEqual(refused(422, 'settings_invalid'))
})
