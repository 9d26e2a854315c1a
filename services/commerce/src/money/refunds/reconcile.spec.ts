// After any history, the sums of every order are those of its payments and refunds and of their receipts, its partner has
// earned their share of what is kept, its accesses or gifts last as long as it is paid, and a dry run has told what each
// refund did.
import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { earnedOf, signed } from '../../affiliates/accruals/accrual.rules.ts'
import { builder } from '../../builder.ts'
import { commerceService } from '../../service.ts'
import { within } from '../../testing/charging.ts'
import { shopOf } from '../../testing/shop.ts'
import { sumOf } from '../amounts/money.ts'
import { hasReceipt } from '../receipts/receipt.rules.ts'
import { reverseRefund } from '../refund-model/refund.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

/** A shop whose course comes with access, and an order from a partner's link. */
async function shopWithOrder(as_gift: boolean) {
  const shop = await shopOf(system)
  const { api, caller, course } = shop
  await api.offerItems.create({
    path: { id: course.id },
    body: { kind: 'course', name: 'Lessons', resource_id: newId('crs') },
  })
  await inSchool(caller.school, system.services.commerce!.runtime, ({ work }) =>
    new builder.stores.settings(work).change({ receipts: { enabled: true, seller } }, null, 'owner'),
  )
  await api.partners.create({ body: { name: 'Bob', code: 'bob', basis_points } })
  return { shop, id: (await shop.order(1, { partner_code: 'bob', as_gift })).id }
}
const basis_points = 1_234
const seller = { name: 'School', address: '1 Main Street', tax_id: 'DE 12', country: 'DE' }

type Shop = Awaited<ReturnType<typeof shopOf>>

/** What a request gives, or why it is refused. */
const attempt = async <T>(request: Promise<T>): Promise<T | { refused: string }> =>
  request.catch(error => {
    if (typeof error.reason !== 'string' || error.status >= 500) throw error
    return { refused: error.reason }
  })

type Step = (
  | { do: 'pay' | 'change' | 'certificate'; amount: number }
  | { do: 'mark-paid' | 'cancel' | 'add' | 'discount' }
  | { do: 'schedule'; parts: number }
  | { do: 'refund'; payment: number; amount: number | undefined }
  /** The bank sends the money of a refund back. */
  | { do: 'reverse'; refund: number }
) & {
  /** Whether nothing else happens meanwhile, so that a dry run can tell what follows. */
  alone?: boolean
}

const amount = fc.integer({ min: 1, max: 12_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay'), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('change', 'certificate'), amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('mark-paid', 'cancel', 'add', 'discount') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('schedule'), parts: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse'), refund: fc.nat(5) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      payment: fc.nat(5),
      amount: fc.option(amount, { nil: undefined }),
    }),
  },
) as fc.Arbitrary<Step>

async function take(shop: Shop, id: string, nextStep: Step): Promise<void> {
  const { api, course } = shop
  const path = { id }
  if (nextStep.do === 'pay') await attempt(shop.pay(id, nextStep.amount))
  if (nextStep.do === 'certificate') await redeem(shop, id, nextStep.amount)
  if (nextStep.do === 'mark-paid') await attempt(api.orders.markPaid({ path, body: {} }))
  if (nextStep.do === 'cancel') await attempt(api.orders.cancel({ path }))
  if (nextStep.do === 'add') await attempt(api.orderItems.add({ path, body: { offer_id: course.id } }))
  if (nextStep.do === 'discount') {
    const body = { percent: 33, reason: 'A returning customer' }
    await attempt(api.orderDiscounts.apply({ path, body }))
  }
  if (nextStep.do === 'refund') await refundOne(shop, id, nextStep)
  if (nextStep.do === 'reverse') await reverseOne(shop, id, nextStep.refund)
  if (nextStep.do === 'change') {
    const itemId = (await shop.orderNow(id)).items[0]!.id
    await attempt(api.orderItems.update({ path: { id, itemId }, body: { unit_amount: nextStep.amount } }))
  }
  if (nextStep.do === 'schedule') {
    const { amount } = await shop.orderNow(id)
    const amounts = Array.from({ length: nextStep.parts }, (_, part) =>
      part === 0 ? amount - nextStep.parts + 1 : 1,
    )
    const instalments = amounts.map((amount, part) => ({ due_at: `210${part}-01-01T00:00:00Z`, amount }))
    await attempt(api.orderInstalments.replace({ path, body: { instalments } }))
  }
}

/** Pays with a new certificate of this amount, as far as it goes. */
async function redeem({ api, ann }: Shop, order_id: string, amount: number): Promise<void> {
  const { code } = await api.gifts.create({ body: { kind: 'money', amount, currency: 'EUR' } })
  const body = { code: code!, user_id: ann.id, order_id: order_id as never }
  await attempt(api.gifts.redeem({ body }))
}

async function refundOne(
  shop: Shop,
  orderId: string,
  { payment: index, amount, alone = true }: Extract<Step, { do: 'refund' }>,
): Promise<void> {
  const { data } = await shop.api.payments.list({ query: { order_id: orderId, sort: 'created_at' } })
  const payment = data[index % Math.max(1, data.length)]
  if (!payment) return
  const body = amount === undefined ? {} : { amount }
  if (alone) await refundAfterDryRun(shop, orderId, payment.id, body)
  else await attempt(shop.refund(payment.id, body))
}

/** Reverses a refund, as the report of a provider does; money returned to a certificate has no bank. */
async function reverseOne({ api, caller }: Shop, orderId: string, index: number): Promise<void> {
  const query = { order_id: orderId, sort: 'created_at' } as const
  const [payments, refunds] = await Promise.all([api.payments.list({ query }), api.refunds.list({ query })])
  const ofCards = new Set(payments.data.flatMap(({ id, method }) => (method === 'certificate' ? [] : id)))
  const done = refunds.data.filter(
    ({ status, payment_id }) => status === 'succeeded' && ofCards.has(payment_id),
  )
  const target = done[index % Math.max(1, done.length)]
  if (!target) return
  await within(
    system,
    caller.school,
  )(async (ctx, stores) => {
    const order = await stores.orders.lock(orderId)
    const payment = await stores.payments.lock(target.payment_id)
    const refund = await stores.refunds.lock(target.id)
    const failure = { class: 'other', message: 'The account is closed.' } as const
    if (refund.status === 'succeeded') await reverseRefund(ctx, stores, { order, payment, refund, failure })
  })
}

async function refundAfterDryRun(
  { api, refund, orderNow }: Shop,
  orderId: string,
  paymentId: string,
  body: { amount?: number },
): Promise<void> {
  const before = await orderNow(orderId)
  const tried = await attempt(refund(paymentId, { ...body, dry_run: true }))
  expect(await orderNow(orderId)).toEqual(before)
  const done = await attempt(refund(paymentId, body))
  expect(withoutTimes(tried)).toEqual(withoutTimes(done))
  if (!('consequences' in done)) return
  expect(await orderNow(orderId)).toMatchObject({
    status: done.consequences.order_status,
    refunded_amount: before.refunded_amount + done.amount,
  })
  const query = { refund_id: done.id! }
  const { data: receipts } = await api.receipts.list({ query })
  expect(receipts.map(({ amount }) => ({ amount }))).toEqual([done.consequences.receipt].filter(Boolean))
  const { data: gifts } = await api.gifts.list({})
  const statusOf = new Map(gifts.map(({ id, status }) => [id, status]))
  for (const { gift_id, status } of done.consequences.gifts) expect(statusOf.get(gift_id)).toBe(status)
  const { data } = await api.partnerAccruals.list({ query })
  expect(data.map(({ kind, partner_id, amount }) => ({ kind, partner_id, amount }))).toEqual(
    done.consequences.accruals.map(({ accrual_id: _, ...accrual }) => ({ kind: 'taken_back', ...accrual })),
  )
}
/** What an answer tells besides the refund that was made. */
const withoutTimes = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !refundFields.includes(name)))
const refundFields = ['id', 'status', 'refunded_at', 'created_at', 'updated_at', 'dry_run']

async function reconcile({ api, people, orderNow, eventsOf }: Shop, id: string): Promise<void> {
  const query = { order_id: id, limit: 1000 }
  const [order, payments, refunds, parts, accruals, receipts, gifts] = await Promise.all([
    orderNow(id),
    api.payments.list({ query }),
    api.refunds.list({ query }),
    api.orderInstalments.list({ path: { id } }),
    api.partnerAccruals.list({ query }),
    api.receipts.list({ query }),
    api.gifts.list({ query }),
  ])
  const amountsOf = (rows: readonly { amount: number }[]) => sumOf(rows.map(({ amount }) => amount))
  const returned = refunds.data.filter(({ status }) => status === 'succeeded')
  const [paid, refunded] = [amountsOf(payments.data), amountsOf(returned)]
  expect(order).toMatchObject({
    amount: order.items_amount - order.discount_amount + order.tax_added_amount,
    items_amount: amountsOf(order.items),
    discount_amount: sumOf(order.items.map(item => item.discount_amount)),
    paid_amount: paid,
    refunded_amount: refunded,
  })
  for (const payment of payments.data)
    expect(payment.refunded_amount).toBe(
      amountsOf(returned.filter(({ payment_id }) => payment_id === payment.id)),
    )
  for (const payment of payments.data) expect(payment.refunded_amount).toBeLessThanOrEqual(payment.amount)
  // All money was returned of an order that is refunded, unless some came back, and of no order that is paid.
  if (order.status === 'refunded' && returned.length === refunds.data.length) expect(refunded).toBe(paid)
  if (order.status === 'paid' && paid > 0) expect(refunded).toBeLessThan(paid)
  expect(amountsOf(parts.data)).toBe(order.amount)
  expect(sumOf(accruals.data.map(signed))).toBe(earnedOf(order, paid - refunded, basis_points))
  await eventually('accesses as the order is', async () => {
    const { data } = await people.accesses.list({ query: { order_id: id, status: 'active' } })
    return data.length === (order.status === 'paid' && !order.as_gift ? order.items.length : 0)
  })
  const active = gifts.data.filter(({ status }) => status === 'active')
  expect(active).toHaveLength(order.status === 'paid' && order.as_gift ? order.items.length : 0)
  const withReceipt = payments.data.filter(hasReceipt)
  expect(sumOf(receipts.data.map(({ kind, amount }) => (kind === 'refund' ? -amount : amount)))).toBe(
    sumOf(withReceipt.map(({ amount, refunded_amount }) => amount - refunded_amount)),
  )
  expect((await eventsOf(id)).at(-1)!.data.object).toEqual(order)
}

/** Whole refunds and a part that come back, and are made again. */
const bounced: Step[] = [
  { do: 'pay', amount: 4_000 },
  { do: 'pay', amount: 6_000 },
  { do: 'refund', payment: 0, amount: undefined },
  { do: 'refund', payment: 1, amount: undefined },
  { do: 'reverse', refund: 0 },
  { do: 'reverse', refund: 0 },
  { do: 'refund', payment: 1, amount: 1_500 },
]
/** A refund whose share is less than a unit, and comes back beside money that makes it one. */
const littleBounced: Step[] = [
  { do: 'pay', amount: 4 },
  { do: 'refund', payment: 0, amount: undefined },
  { do: 'pay', amount: 1 },
  { do: 'reverse', refund: 0 },
]
const history = fc.array(step, { minLength: 3, maxLength: 12 })

test('the sums of an order are those of its payments and refunds, and each refund does what its dry run told', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (steps, as_gift) => {
      const { shop, id } = await shopWithOrder(as_gift)
      for (const each of steps) await take(shop, id, each)
      await reconcile(shop, id)
    }),
    {
      numRuns: 15,
      examples: [
        [bounced, false],
        [littleBounced, false],
      ],
    },
  )
})

test('they are the same when everything happens at once', async () => {
  await fc.assert(
    fc.asyncProperty(history, history, fc.boolean(), async (before, atOnce, as_gift) => {
      const { shop, id } = await shopWithOrder(as_gift)
      for (const each of before) await take(shop, id, each)
      await Promise.all(atOnce.map(each => take(shop, id, { ...each, alone: false })))
      await reconcile(shop, id)
    }),
    { numRuns: 8 },
  )
})
