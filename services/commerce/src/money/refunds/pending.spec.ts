// A refund that Stripe carries out later, whose callback never comes, or that fails in the end.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { card } from '../../testing/charging.ts'
import { type StripeWorld, startStripeWorld, stripeShopOf } from '../../testing/stripe-shop.ts'
import { lookAfter, maxLooks } from '../charges/charge.task.ts'
import { eventOf, refundThere } from '../providers/stripe/stripe-double.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
})
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

/** A paid order whose refund Stripe has begun. */
async function startRefund() {
  const shop = await stripeShopOf(world)
  await shop.report(world.stripe.pay(shop.session)[0]!)
  world.stripe.refundsWait = true
  const createdRefund = await shop.refund(shop.payment_id)
  const now = async () => shop.api.refunds.get({ path: { id: createdRefund.id! } })
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
  const { look, now, reference, orderNow, order_id } = await startRefund()
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
  const { look, now, reference } = await startRefund()
  for (let number = 0; number <= maxLooks; number++) await look(number)
  expect(world.stripe.reads(reference)).toBe(maxLooks)
  expect((await now()).status).toBe('pending')
})

describe('that has succeeded, and fails when the bank sends the money back', () => {
  /** A paid order with receipts, whose refunds Stripe carries out at once. */
  async function returned() {
    const shop = await stripeShopOf(world)
    const { api, report, order, set, caller, orderNow, row } = shop
    const people = world.system.client('users', usersContract.resources, caller)
    await set({ receipts: { enabled: true, seller: { name: 'School' } } })
    const resource_id = newId('crs')
    await api.offerItems.create({
      path: { id: shop.course.id },
      body: { kind: 'course', name: 'Lessons', resource_id },
    })
    const { id: order_id } = await order()
    const { id: payment_id } = await shop.charge(order_id, card('none'))
    await report(world.stripe.pay((await row(payment_id)).provider_reference!)[0]!)
    const accesses = async () =>
      (await people.accesses.list({ query: { order_id } })).data.map(({ status }) => status)
    await eventually('the access', async () => (await accesses())[0] === 'active')
    const receipts = async () =>
      (await api.receipts.list({ query: { order_id, sort: 'created_at' } })).data.map(
        ({ kind, status, amount }) => [kind, status, amount],
      )
    const refunds = async () => (await api.refunds.list({ query: { order_id, sort: 'created_at' } })).data
    /** What Stripe tells of a refund. */
    const reportRefund = (id: string, status: string, { refund_id, amount = 10_000 }: ReportFields = {}) =>
      report(
        eventOf(status === 'failed' ? 'refund.failed' : 'refund.updated', {
          ...refundThere(id, paid.provider_reference!, amount, status),
          metadata: refund_id ? { refund_id } : {},
          failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
        }),
      )
    const paid = await row(payment_id)
    const orderIs = () => orderNow(order_id)
    return { ...shop, order_id, payment_id, accesses, receipts, refunds, reportRefund, orderIs }
  }
  type ReportFields = { refund_id?: string; amount?: number }
  const failed = {
    status: 'failed',
    excess_amount: 0,
    refunded_at: null,
    failure: { class: 'other', message: 'The bank refused the refund: expired or canceled card.' },
  }

  test('is a failed refund: the order has its money again, which can be returned otherwise, and its access is over', async () => {
    const { refund, payment_id, reportRefund, orderIs, refunds, receipts, accesses, ...shop } =
      await returned()
    const { id, provider_reference } = await refund(payment_id)
    await shop.work()
    expect(await orderIs()).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    await eventually('the access to end', async () => (await accesses())[0] === 'revoked')
    const tell = (status: string) => reportRefund(provider_reference!, status, { refund_id: id! })
    for (const status of ['failed', 'succeeded', 'failed']) await tell(status)
    expect(await refunds()).toMatchObject([{ id, provider_reference, ...failed }])
    expect(await shop.paymentNow(payment_id)).toMatchObject({ status: 'succeeded', refunded_amount: 0 })
    expect(await orderIs()).toMatchObject({ status: 'refunded', paid_amount: 10_000, refunded_amount: 0 })
    expect((await shop.eventsOf(shop.order_id)).at(-1)).toMatchObject({
      type: 'order.updated',
      data: { previous: { refunded_amount: 10_000 } },
    })
    const soFar = [
      ['payment', 'issued', 10_000],
      ['refund', 'issued', 10_000],
      ['payment', 'issued', 10_000],
    ]
    expect(await receipts()).toEqual(soFar)
    expect(await refund(payment_id, { outside: true })).toMatchObject({
      status: 'succeeded',
      amount: 10_000,
      consequences: { order_status: 'refunded', access: [], receipt: { amount: 10_000 } },
    })
    await shop.work()
    expect(await orderIs()).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    expect(await receipts()).toEqual([...soFar, ['refund', 'issued', 10_000]])
    expect(await accesses()).toEqual(['revoked'])
  })

  test('and the refund of a lost dispute is never taken for one that was made in the dashboard', async () => {
    const { report, reportRefund, orderIs, refunds, row, payment_id } = await returned()
    const { provider_reference: payment_intent } = await row(payment_id)
    const lost = { payment_intent, status: 'lost', amount: 4_000, currency: 'eur' }
    await report(eventOf('charge.dispute.closed', lost))
    await reportRefund('re_there', 'succeeded', { amount: 4_000 })
    expect(await refunds()).toMatchObject([
      { amount: 4_000, provider_reference: null },
      { amount: 4_000, provider_reference: 're_there' },
    ])
    expect(await orderIs()).toMatchObject({ status: 'paid', refunded_amount: 8_000 })
  })

  test('also one of a part, and one that was made in the dashboard, in whatever order they are told', async () => {
    const { refund, payment_id, reportRefund, orderIs, refunds, receipts, accesses, work } = await returned()
    const part = await refund(payment_id, { amount: 2_500 })
    await reportRefund('re_there', 'succeeded', { amount: 1_500 })
    expect(await orderIs()).toMatchObject({ status: 'paid', refunded_amount: 4_000 })
    await reportRefund(part.provider_reference!, 'failed', { refund_id: part.id!, amount: 2_500 })
    await reportRefund('re_there', 'failed', { amount: 1_500 })
    await reportRefund('re_there', 'succeeded', { amount: 1_500 })
    // Of this one the failure is told first.
    await reportRefund('re_disordered', 'failed', { amount: 3_000 })
    await reportRefund('re_disordered', 'succeeded', { amount: 3_000 })
    await work()
    expect(await refunds()).toMatchObject([
      { amount: 2_500, ...failed },
      { amount: 1_500, provider_reference: 're_there', ...failed },
      { amount: 3_000, provider_reference: 're_disordered', ...failed },
    ])
    expect(await orderIs()).toMatchObject({ status: 'paid', refunded_amount: 0 })
    expect(await receipts()).toHaveLength(5)
    expect(await accesses()).toEqual(['active'])
  })
})
