import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

const shop = () => shopOf(system)

test('a refund in part leaves the order paid, and the refund of the rest refunds it', async () => {
  const { api, order, pay, refund, orderNow, eventsOf, ann } = await shop()
  const { id } = await order()
  const payment = await pay(id)
  const paid = await orderNow(id)
  const part = await refund(payment.id, { amount: 2_500, reason: 'One lesson fell out.' })
  expect(part).toMatchObject({
    payment_id: payment.id,
    order_id: id,
    user_id: ann.id,
    amount: 2_500,
    currency: 'EUR',
    status: 'succeeded',
    reason: 'One lesson fell out.',
    refunded_at: part.created_at,
    consequences: { order_status: 'paid', access: [] },
    dry_run: false,
  })
  expect(await orderNow(id)).toMatchObject({ status: 'paid', refunded_amount: 2_500, refunded_at: null })
  const rest = await refund(payment.id)
  expect(rest).toMatchObject({ amount: 7_500, consequences: { order_status: 'refunded' } })
  const refunded = await orderNow(id)
  expect(refunded).toMatchObject({
    status: 'refunded',
    paid_amount: 10_000,
    refunded_amount: 10_000,
    paid_at: paid.paid_at,
    refunded_at: rest.refunded_at,
  })
  const { dry_run: _, ...listed } = part
  expect(
    (await api.refunds.list({ query: { payment_id: payment.id, sort: 'created_at' } })).data,
  ).toMatchObject([listed, { id: rest.id }])
  expect(await api.refunds.get({ path: { id: part.id! } })).toEqual(listed)
  expect((await eventsOf(id)).slice(2)).toMatchObject([
    {
      type: 'order.refunded',
      data: { object: { status: 'paid' }, previous: { refunded_amount: 0 } },
      related: { user_id: ann.id, payment_id: payment.id, refund_id: part.id },
    },
    {
      type: 'order.refunded',
      data: { object: refunded, previous: { status: 'paid', refunded_amount: 2_500, refunded_at: null } },
      related: { refund_id: rest.id },
    },
  ])
  expect((await eventsOf(payment.id)).slice(1)).toMatchObject([
    { type: 'payment.refunded', data: { previous: { refunded_amount: 0 } }, related: { order_id: id } },
    {
      type: 'payment.refunded',
      data: { object: { refunded_amount: 10_000 } },
      related: { refund_id: rest.id },
    },
  ])
})

test('a dry run names what the order gave, and changes nothing', async () => {
  const { api, people, course, order, pay, refund, orderNow, typesOf } = await shop()
  const group = await people.groups.create({ body: { name: 'Spring' } })
  const item = { kind: 'group' as const, resource_id: group.id, name: 'Flow' }
  await api.offerItems.create({ path: { id: course.id }, body: item })
  await api.offerItems.create({ path: { id: course.id }, body: { kind: 'other', name: 'A call' } })
  const { id } = await order(2)
  const payment = await pay(id)
  const before = await orderNow(id)
  const tried = await refund(payment.id, { dry_run: true })
  expect(tried).toMatchObject({
    id: null,
    status: null,
    dry_run: true,
    amount: 20_000,
    consequences: { order_status: 'refunded', access: [{ kind: 'group', resource_id: group.id }] },
  })
  expect(await orderNow(id)).toEqual(before)
  expect((await api.refunds.list({ query: { order_id: id } })).data).toEqual([])
  expect(await typesOf(payment.id)).toEqual(['payment.succeeded'])
  const done = await refund(payment.id)
  expect(done.consequences).toEqual(tried.consequences)
})

test('fifty refunds at once never return more than was paid', async () => {
  const { api, order, pay, refund, orderNow } = await shop()
  const { id } = await order()
  const payments = [await pay(id, 5_000), await pay(id)]
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => refund(payments[index % 2]!.id, { amount: 700 })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ reason: 'refund_above_payment' })
  expect(await orderNow(id)).toMatchObject({ status: 'paid', refunded_amount: 9_800 })
  const rests = await Promise.all(payments.map(({ id }) => refund(id)))
  expect(rests.map(({ amount }) => amount)).toEqual([100, 100])
  expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  await expect(refund(payments[0]!.id)).rejects.toMatchObject({ status: 409, reason: 'payment_refunded' })
  expect((await api.refunds.list({ query: { order_id: id } })).data).toHaveLength(16)
})

test('a refund of a part that was paid makes it due again, and the order can still be paid', async () => {
  const { order, pay, refund, orderNow, api } = await shop()
  const { id } = await order()
  const part = await pay(id, 4_000)
  expect((await refund(part.id)).consequences).toMatchObject({ order_status: 'waiting_payment', access: [] })
  expect(await orderNow(id)).toMatchObject({
    status: 'waiting_payment',
    paid_amount: 4_000,
    refunded_amount: 4_000,
  })
  expect((await pay(id)).amount).toBe(10_000)
  expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 14_000 })
  const { data } = await api.payments.list({ query: { order_id: id, sort: '-created_at' } })
  expect((await refund(data[0]!.id)).consequences.order_status).toBe('refunded')
})

test('the money of a canceled order can be returned', async () => {
  const { order, pay, refund, orderNow, api, typesOf } = await shop()
  const { id } = await order()
  const part = await pay(id, 4_000)
  await api.orders.cancel({ path: { id } })
  await refund(part.id)
  expect(await orderNow(id)).toMatchObject({ status: 'canceled', refunded_amount: 4_000 })
  expect((await typesOf(id)).at(-1)).toBe('order.refunded')
})

test('a paid order of nothing is refunded once: its access ends', async () => {
  const { api, ann, refund, orderNow } = await shop()
  const free = await api.offers.create({ body: { name: 'Trial lesson', amount: 0, currency: 'EUR' } })
  const { id } = await api.orders.create({ body: { user_id: ann.id, items: [{ offer_id: free.id }] } })
  const [payment] = (await api.payments.list({ query: { order_id: id } })).data
  expect(payment).toMatchObject({ amount: 0, method: 'none' })
  expect(await refund(payment!.id)).toMatchObject({ amount: 0, consequences: { order_status: 'refunded' } })
  expect(await orderNow(id)).toMatchObject({ status: 'refunded' })
  await expect(refund(payment!.id)).rejects.toMatchObject({ reason: 'payment_refunded' })
})
