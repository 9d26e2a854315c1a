// A refund that Stripe carries out later, and whose callback never comes.
import { type StripeWorld, startStripeWorld, stripeShopOf } from '../../testing/stripe-shop.ts'
import { lookAfter, maxLooks } from '../charges/charge.task.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
}, 60_000)
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

/** A paid order whose refund Stripe has begun. */
async function begun() {
  const shop = await stripeShopOf(world)
  await shop.report(world.stripe.pay(shop.session)[0]!)
  world.stripe.refundsWait = true
  const made = await shop.refund(shop.payment_id)
  const now = async () => shop.api.refunds.get({ path: { id: made.id! } })
  const refund = await now()
  expect(refund).toMatchObject({ status: 'pending', provider_reference: expect.stringMatching(/^re_/) })
  const look = async (number: number) => {
    world.time += lookAfter(number) * 1000
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
  world.stripe.settleRefund(reference, outcome)
  await look(1)
  expect(await now()).toMatchObject(refund)
  expect(await orderNow(order_id)).toMatchObject(order)
  await look(2)
  expect(world.stripe.reads(reference)).toBe(2)
})

test('is looked at for four weeks, and stays pending', async () => {
  const { look, now, reference } = await begun()
  for (let number = 0; number <= maxLooks; number++) await look(number)
  expect(world.stripe.reads(reference)).toBe(maxLooks)
  expect((await now()).status).toBe('pending')
})
