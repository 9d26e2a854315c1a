// What becomes of a charge that waits for its provider, while the order is closed or paid otherwise.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { card, chargingShopOf } from '../../testing/charging.ts'
import { goodKey, type StripeDouble, startStripeDouble } from '../providers/stripe/stripe-double.ts'

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
}, 60_000)
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
  const asked = stripe.calls.length
  stripe.reset()
  time += 2 * 3_600_000
  await work()
  expect(asked).toBeGreaterThan(0)
  expect(stripe.calls).toEqual([])
  expect(await paymentNow(payment.id)).toMatchObject({ status: 'failed' })
  expect(await row(payment.id)).toMatchObject({ redirect_url: null })
  expect(await orderNow(id)).toMatchObject({ status: 'canceled', paid_amount: 0 })
})
