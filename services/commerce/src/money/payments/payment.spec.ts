import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

const shop = () => shopOf(system)

test('a payment of a part leaves the order unpaid, and one of the rest pays it', async () => {
  const { order, pay, orderNow, eventsOf, ann } = await shop()
  const { id } = await order()
  const part = await pay(id, 4_000)
  expect(part).toMatchObject({
    order_id: id,
    user_id: ann.id,
    status: 'succeeded',
    method: 'manual',
    amount: 4_000,
    currency: 'EUR',
    refunded_amount: 0,
    paid_at: part.created_at,
  })
  const partPaid = await orderNow(id)
  expect(partPaid).toMatchObject({ status: 'waiting_payment', paid_amount: 4_000, paid_at: null })
  const rest = await pay(id)
  expect(rest.amount).toBe(6_000)
  const paid = await orderNow(id)
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 10_000, paid_at: rest.paid_at })
  expect(await eventsOf(id)).toMatchObject([
    { type: 'order.created' },
    {
      type: 'order.part_paid',
      data: { object: partPaid, previous: { paid_amount: 0 } },
      related: { user_id: ann.id, payment_id: part.id },
    },
    {
      type: 'order.paid',
      data: { object: paid, previous: { status: 'waiting_payment', paid_amount: 4_000 } },
      related: { payment_id: rest.id },
    },
  ])
  expect(await eventsOf(part.id)).toMatchObject([{ type: 'payment.succeeded', related: { order_id: id } }])
})

test('marking an order as paid pays what is still due', async () => {
  const { api, order, pay } = await shop()
  const { id } = await order()
  await pay(id, 9_999)
  const paid = await api.orders.markPaid({ path: { id }, body: {} })
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  const { data } = await api.payments.list({ query: { order_id: id, sort: 'created_at' } })
  expect(data.map(({ amount, method }) => [amount, method])).toEqual([
    [9_999, 'manual'],
    [1, 'manual'],
  ])
})

test('a payment records what is known of it, and is found by it', async () => {
  const { api, order, ann } = await shop()
  const createdOrder = await order()
  const payment = await api.payments.create({
    body: {
      order_id: createdOrder.id,
      method: 'bank_transfer',
      paid_at: '2026-01-02T03:04:05+03:00',
      provider_reference: 'TR-1',
      comment: 'By the mother.',
    },
  })
  expect(payment).toMatchObject({ paid_at: '2026-01-02T00:04:05.000+00:00', comment: 'By the mother.' })
  const query = { provider_reference: 'TR-1', method: 'bank_transfer', user_id: ann.id, expand: 'order,user' }
  expect((await api.payments.list({ query })).data).toMatchObject([
    { ...payment, order: { id: createdOrder.id, status: 'paid' }, user: { id: ann.id } },
  ])
  expect(await api.payments.get({ path: { id: payment.id } })).toEqual({ ...payment, receipts: [] })
})

test('a student sees neither notes nor fees of their payment, nor beside its receipt', async () => {
  const { api, ann, caller, order, set } = await shop()
  await set({ receipts: { enabled: true, seller: { name: 'School' } } })
  const order_id = (await order()).id
  const { id } = await api.payments.create({ body: { order_id, comment: 'A difficult customer.' } })
  const student = { school: caller.school, role: 'student' as const, user: ann.id }
  const own = system.client('commerce', commerceContract.resources, system.caller(student))
  expect(await own.payments.get({ path: { id } })).toMatchObject({ comment: '', fee_amount: null })
  const [receipt] = (await own.receipts.list({ query: { expand: 'payment' } })).data
  expect(receipt).toMatchObject({ payment: { id, comment: '', fee_amount: null } })
  const [refund] = await refunded()
  expect(refund).toMatchObject({ payment: { id, comment: '' } })
  const [seen] = (await api.receipts.list({ query: { expand: 'payment' } })).data
  expect(seen).toMatchObject({ payment: { comment: 'A difficult customer.' } })

  async function refunded() {
    await api.paymentRefunds.refund({ path: { id }, body: {} })
    return (await own.refunds.list({ query: { expand: 'payment' } })).data
  }
})

test('no payment is more than is due, and none is for an order that is paid, canceled or unknown', async () => {
  const { api, order, pay } = await shop()
  const [one, other] = [await order(), await order()]
  await pay(one.id, 4_000)
  await expect(pay(one.id, 6_001)).rejects.toMatchObject({
    status: 422,
    reason: 'payment_above_due',
    details: [{ path: 'body.amount', message: 'must be at most 6000, in the minor unit of EUR' }],
  })
  await pay(one.id)
  await expect(pay(one.id)).rejects.toMatchObject({ status: 409, reason: 'order_already_paid' })
  await api.orders.cancel({ path: { id: other.id } })
  await expect(pay(other.id)).rejects.toMatchObject({ status: 409, reason: 'order_canceled' })
  await expect(pay(newId('ord'))).rejects.toMatchObject({ status: 422, reason: 'order_unknown' })
  const late = { order_id: (await order()).id, paid_at: '2100-01-01T00:00:00Z' }
  await expect(api.payments.create({ body: late })).rejects.toMatchObject({ reason: 'paid_in_future' })
})

test('of many parts at once, as many are recorded as are due', async () => {
  const { api, order, pay, orderNow } = await shop()
  const { id } = await order()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => pay(id, 3_000)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await orderNow(id)).toMatchObject({ status: 'waiting_payment', paid_amount: 9_000 })
  expect((await api.payments.list({ query: { order_id: id } })).data).toHaveLength(3)
})

describe('instalments', () => {
  const due = (day: number) => `2100-01-0${day}T00:00:00.000+00:00`

  test('an order without a schedule has one part, which payments fill', async () => {
    const { api, order, pay } = await shop()
    const { id } = await order()
    const parts = async () => (await api.orderInstalments.list({ path: { id } })).data
    const part = { id: `${id}-001`, number: 1, due_at: null, amount: 10_000 }
    expect(await parts()).toEqual([{ ...part, paid_amount: 0, status: 'waiting' }])
    await pay(id, 1)
    expect(await parts()).toEqual([{ ...part, paid_amount: 1, status: 'part_paid' }])
    await pay(id)
    expect(await parts()).toEqual([{ ...part, paid_amount: 10_000, status: 'paid' }])
  })

  test('a schedule is the amount of the order in all, and is set while nothing is paid', async () => {
    const { api, order, pay, refund, typesOf } = await shop()
    const createdOrder = await order()
    const path = { id: createdOrder.id }
    const put = (...parts: [day: number, amount: number][]) =>
      api.orderInstalments.replace({
        path,
        body: { instalments: parts.map(([day, amount]) => ({ due_at: due(day), amount })) },
      })
    await expect(put([1, 5_000], [2, 4_999])).rejects.toMatchObject({
      status: 422,
      reason: 'instalments_invalid',
      details: [{ path: 'body.instalments' }],
    })
    await expect(put([2, 5_000], [1, 5_000])).rejects.toMatchObject({
      details: [{ path: 'body.instalments.1.due_at' }],
    })
    const set = await put([1, 2_500], [2, 7_500])
    expect(set).toMatchObject({ id: createdOrder.id, version: 2 })
    expect((await api.orderInstalments.list({ path })).data).toEqual(set.instalments)
    expect(await typesOf(createdOrder.id)).toEqual(['order.created', 'order.updated'])
    const first = await api.orderInstalments.list({ path, query: { limit: 1 } })
    const second = await api.orderInstalments.list({ path, query: { limit: 1, cursor: first.next_cursor! } })
    expect([...first.data, ...second.data]).toEqual(set.instalments)

    const part = await pay(createdOrder.id, 3_000)
    expect((await api.orderInstalments.list({ path })).data).toMatchObject([
      { number: 1, due_at: due(1), amount: 2_500, paid_amount: 2_500, status: 'paid' },
      { number: 2, due_at: due(2), amount: 7_500, paid_amount: 500, status: 'part_paid' },
    ])
    await expect(put()).rejects.toMatchObject({ status: 409, reason: 'order_part_paid' })
    await refund(part.id)
    expect((await put()).instalments).toHaveLength(1)
    await pay(createdOrder.id)
    await expect(put()).rejects.toMatchObject({ reason: 'order_already_paid' })
  })

  test('parts change in proportion with the amount of the order, to the unit', async () => {
    const { api, order, course } = await shop()
    const createdOrder = await order()
    const path = { id: createdOrder.id }
    const instalments = [3_333, 3_333, 3_334].map((amount, index) => ({ due_at: due(index + 1), amount }))
    await api.orderInstalments.replace({ path, body: { instalments } })
    await api.orderItems.add({ path, body: { offer_id: course.id } })
    const amounts = (await api.orderInstalments.list({ path })).data.map(({ amount }) => amount)
    expect(amounts).toEqual([6_666, 6_666, 6_668])
  })
})
