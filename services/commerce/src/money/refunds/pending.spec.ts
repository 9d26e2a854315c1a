// A refund that Stripe carries out later, and whose callback never comes.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { stripeShopOf } from '../../testing/stripe-shop.ts'
import { lookAfter, maxLooks } from '../charges/charge.task.ts'
import { type StripeDouble, startStripeDouble } from '../providers/stripe/stripe-double.ts'

let system: TestSystem
let gateway: TestGateway
let stripe: StripeDouble
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  stripe = await startStripeDouble()
  system = await startSystem({
    services: [usersService, siteService, commerceService],
    clock: { now: () => new Date(time) },
    settings: { taskSlots: 0, settings: { LMS_STRIPE_URL: stripe.url } },
  })
  gateway = await startTestGateway(system)
}, 60_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
  await stripe?.stop()
})

/** A paid order whose refund Stripe has begun. */
async function begun() {
  stripe.reset()
  const shop = await stripeShopOf({ system, gateway, stripe, now: () => new Date(time) })
  await shop.report(stripe.pay(shop.session)[0]!)
  stripe.refundsWait = true
  const made = await shop.refund(shop.payment_id)
  const now = async () => shop.api.refunds.get({ path: { id: made.id! } })
  const refund = await now()
  expect(refund).toMatchObject({ status: 'pending', provider_reference: expect.stringMatching(/^re_/) })
  const look = async (number: number) => {
    time += lookAfter(number) * 1000
    await shop.work()
  }
  return { ...shop, reference: refund.provider_reference!, now, look }
}

test.each([
  ['succeeded', { status: 'succeeded' }, { status: 'refunded', refunded_amount: 10_000 }],
  ['failed', { status: 'failed', failure: { class: 'other' } }, { status: 'paid', refunded_amount: 0 }],
] as const)('that has %s is found by looking', async (outcome, refund, order) => {
  const { look, now, reference, orderNow, order_id } = await begun()
  await look(0)
  expect((await now()).status).toBe('pending')
  stripe.settleRefund(reference, outcome)
  await look(1)
  expect(await now()).toMatchObject(refund)
  expect(await orderNow(order_id)).toMatchObject(order)
  await look(2)
  expect(stripe.reads(reference)).toBe(2)
})

test('is looked at for four weeks, and stays pending', async () => {
  const { look, now, reference } = await begun()
  for (let number = 0; number <= maxLooks; number++) await look(number)
  expect(stripe.reads(reference)).toBe(maxLooks)
  expect((await now()).status).toBe('pending')
})
