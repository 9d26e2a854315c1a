// What becomes of a charge that waits for its provider, and of the provider's page, while the order is closed or paid
// otherwise.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { card, chargingShopOf } from '../../testing/charging.ts'
import type { ChargeNotice } from '../providers/adapter/adapter.ts'
import { goodKey, type StripeDouble, startStripeDouble } from '../providers/stripe/stripe-double.ts'
import { noticesOf } from '../providers/stripe/stripe-events.ts'
import { recordCharge } from './record.ts'

let system: TestSystem
let stripe: StripeDouble
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  stripe = await startStripeDouble()
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(time) },
    settings: { taskSlots: 0, settings: { LMS_STRIPE_URL: stripe.url } },
  })
})
beforeEach(() => stripe.reset())
afterAll(async () => {
  await system?.stop()
  await stripe?.stop()
})

type Shop = Awaited<ReturnType<typeof chargingShopOf>>
const meanwhile = {
  canceled: ({ api }: Shop, id: string) => api.orders.cancel({ path: { id: id as never } }),
  'marked as paid': ({ api }: Shop, id: string) =>
    api.orders.markPaid({ path: { id: id as never }, body: {} }),
  'paid in part': ({ pay }: Shop, id: string) => pay(id, 6_000),
}
const ways = Object.keys(meanwhile) as (keyof typeof meanwhile)[]

test.each(ways)('a charge that was not made yet takes no money for an order that was %s', async way => {
  const shop = await chargingShopOf(system)
  const { order, start, work, orderNow, paymentNow, typesOf } = shop
  const { id } = await order()
  const payment = await start(id, card('visa'))
  await meanwhile[way](shop, id)
  const before = await orderNow(id)
  await work()
  expect(await paymentNow(payment.id)).toMatchObject({ status: 'failed', failure: { class: 'other' } })
  expect(await orderNow(id)).toEqual(before)
  expect(await typesOf(payment.id)).toEqual(['payment.failed'])
})

test('a provider that was away for two hours is not asked for the money of an order that was canceled', async () => {
  const shop = await chargingShopOf(system)
  const { api, order, start, work, row, paymentNow, orderNow } = shop
  const secrets = { api_key: goodKey, webhook_secret: 'whsec_0123456789abcdef' }
  await api.paymentProviders.create({ body: { kind: 'stripe', name: 'Stripe', secrets } })
  const { id } = await order()
  const payment = await start(id, card('none'))
  stripe.before = (_, response) => {
    response.destroy()
    return false
  }
  await work()
  await api.orders.cancel({ path: { id } })
  const callCount = stripe.calls.length
  stripe.reset()
  time += 2 * 3_600_000
  await work()
  expect(callCount).toBeGreaterThan(0)
  expect(stripe.calls).toEqual([])
  expect(await paymentNow(payment.id)).toMatchObject({ status: 'failed' })
  expect(await row(payment.id)).toMatchObject({ redirect_url: null })
  expect(await orderNow(id)).toMatchObject({ status: 'canceled', paid_amount: 0 })
})

describe('Stripe’s page', () => {
  /** A shop on Stripe, and orders whose person is on its page. */
  async function visited() {
    const shop = await chargingShopOf(system)
    const secrets = { api_key: goodKey, webhook_secret: 'whsec_0123456789abcdef' }
    await shop.api.paymentProviders.create({ body: { kind: 'stripe', name: 'Stripe', secrets } })
    const { id } = await shop.order()
    const open = async (amount = 10_000) => {
      const payment = await shop.charge(id, card('none'), { amount })
      return { id: payment.id, session: (await shop.row(payment.id)).provider_reference! }
    }
    /** The person pays there, and Stripe tells it. */
    const payAt = async ({ id: payment_id, session }: { id: string; session: string }, by?: string) => {
      const [notice] = noticesOf(stripe.pay(session, by)[0] as never)
      const row = await shop.row(payment_id)
      return shop.inShop((ctx, stores) => recordCharge(ctx, stores, row, (notice as ChargeNotice).outcome))
    }
    return { ...shop, id, open, payAt }
  }
  const closed = () =>
    stripe.calls.flatMap(({ path }) => /sessions\/(\w+)\/expire$/.exec(path)?.slice(1) ?? [])

  test.each(ways)('of an order that was %s is closed, and nobody pays there any more', async way => {
    const shop = await visited()
    const page = await shop.open()
    await meanwhile[way](shop, shop.id)
    const before = await shop.orderNow(shop.id)
    await shop.work()
    expect(closed()).toEqual([page.session])
    expect(await shop.paymentNow(page.id)).toMatchObject({
      status: 'failed',
      failure: {
        class: 'other',
        message: 'The order was closed or paid otherwise, and the page was closed.',
      },
    })
    expect(await shop.row(page.id)).toMatchObject({ redirect_url: null })
    expect(await shop.orderNow(shop.id)).toEqual(before)
  })

  test('is closed once another one is paid, but not where it asks for no more than is due', async () => {
    const { open, payAt, work, orderNow, id } = await visited()
    const [full, half, rest] = [await open(), await open(6_000), await open(4_000)]
    await payAt(half)
    await work()
    expect(closed()).toEqual([full.session])
    await payAt(rest)
    await work()
    expect(closed()).toEqual([full.session])
    expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  })

  test('is closed if it opens after the order was paid', async () => {
    const { api, id, start, work, paymentNow } = await visited()
    const { id: payment_id } = await start(id, card('none'))
    stripe.before = async path => {
      if (path.endsWith('/sessions')) await api.orders.markPaid({ path: { id }, body: {} })
      return true
    }
    await work()
    expect(closed()).toHaveLength(1)
    expect((await paymentNow(payment_id)).status).toBe('failed')
  })

  test('is closed also after a card was declined on it: it would take another one', async () => {
    const { api, open, payAt, id, work, paymentNow } = await visited()
    const page = await open()
    await payAt(page, 'pm_insufficient')
    expect(await paymentNow(page.id)).toMatchObject({ failure: { class: 'insufficient_funds' } })
    await api.orders.markPaid({ path: { id }, body: {} })
    await work()
    expect(closed()).toEqual([page.session])
    expect(await paymentNow(page.id)).toMatchObject({ failure: { class: 'insufficient_funds' } })
  })

  test('stays open if the order is due again by then', async () => {
    const { open, pay, id, work, paymentNow, refund } = await visited()
    const page = await open(4_000)
    const part = await pay(id, 7_000)
    await refund(part.id, { amount: 3_000 })
    await work()
    expect(closed()).toEqual([])
    expect((await paymentNow(page.id)).status).toBe('pending')
  })

  test('is closed, also where Stripe’s answer was lost', async () => {
    const { api, open, id, work, paymentNow } = await visited()
    const page = await open()
    await api.orders.markPaid({ path: { id }, body: {} })
    stripe.before = (_, response) => {
      response.destroy()
      return false
    }
    await work()
    expect((await paymentNow(page.id)).status).toBe('pending')
    stripe.before = () => true
    time += 600_000
    await work()
    expect(new Set(closed())).toEqual(new Set([page.session]))
    expect((await paymentNow(page.id)).status).toBe('failed')
  })

  test('takes the money of a person who was faster: it is recorded, and returned without an end of the order', async () => {
    const { api, open, id, work, orderNow, paymentNow, refund, typesOf } = await visited()
    const page = await open()
    stripe.pay(page.session)
    await api.orders.markPaid({ path: { id }, body: {} })
    await work()
    expect(closed()).toEqual([])
    expect(await paymentNow(page.id)).toMatchObject({ status: 'succeeded', amount: 10_000 })
    expect(await orderNow(id)).toMatchObject({ status: 'paid', amount: 10_000, paid_amount: 20_000 })
    expect(await typesOf(page.id)).toEqual(['payment.succeeded'])
    expect(await refund(page.id)).toMatchObject({ consequences: { order_status: 'paid' } })
    expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 20_000, refunded_amount: 10_000 })
  })
})
