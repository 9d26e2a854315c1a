// The accesses of orders that are paid and canceled in commerce.
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { eventually, newRequestId, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

const shop = () => shopOf(system)

test('a paid order gives the course for its term and the place in the group, with events that name the cause', async () => {
  const { ann, group, course_id, order, pay, granted, members, emitted } = await shop()
  const { id } = await order()
  await pay(id)
  const access = await granted(id)
  expect(access).toMatchObject({ user_id: ann, course_id, source: 'order', status: 'active', order_id: id })
  expect(Date.parse(access.expires_at!) - Date.parse(access.starts_at)).toBe(30 * 86_400_000)
  expect(await members()).toMatchObject([{ user_id: ann, source: 'order', order_id: id }])
  const events = (await emitted()).filter(({ type }) => type !== 'user.created')
  expect(events).toMatchObject([
    {
      type: 'course.access_granted',
      data: { object: access },
      related: { user_id: ann, course_id, order_id: id, cause_id: expect.stringMatching(/^evt_/) },
    },
    { type: 'user.group_joined', related: { user_id: ann, group_id: group.id } },
  ])
})

/** Days before now, as the API writes it. */
const ago = (days: number) => `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, -1)}+00:00`

test('the term of an order that was paid earlier runs from its payment', async () => {
  const { order, pay, granted } = await shop()
  const { id } = await order()
  const { paid_at } = await pay(id, { paid_at: ago(10) })
  const access = await granted(id)
  expect(access).toMatchObject({ status: 'active', starts_at: paid_at })
  expect(Date.parse(access.expires_at!) - Date.parse(paid_at!)).toBe(30 * 86_400_000)
})

test('the grants of an order paid longer ago than its term have ended', async () => {
  const { order, pay, accesses, members } = await shop()
  const { id } = await order()
  const { paid_at } = await pay(id, { paid_at: ago(40) })
  const [access] = await eventually('the end of the access', async () => {
    const over = await accesses({ order_id: id, status: 'expired' })
    return over.length > 0 && over
  })
  expect(access).toMatchObject({ starts_at: paid_at })
  expect(Date.parse(access!.expires_at!) - Date.parse(paid_at!)).toBe(30 * 86_400_000)
  expect(await members()).toHaveLength(1)
})

test('a duplicate or late event of an order has no further effect, and revoked accesses stay revoked', async () => {
  const { people, order, pay, granted, accesses, publish, handled, members, group, ann } = await shop()
  const { id } = await order()
  const paid = await pay(id)
  const access = await granted(id)
  await handled(await publish('order.paid', paid))
  expect(await accesses({ order_id: id })).toHaveLength(1)
  await people.accesses.revoke({ path: { id: access.id } })
  await people.members.delete({ path: { id: group.id, userId: ann } })
  await handled(await publish('order.paid', paid))
  expect(await accesses({ order_id: id })).toMatchObject([{ status: 'revoked' }])
  expect(await members()).toEqual([])
})

test('a refund that arrives before its payment leaves nothing behind', async () => {
  const { order, accesses, publish, handled, members } = await shop()
  const createdOrder = await order()
  const paid = { ...createdOrder, status: 'paid', paid_at: createdOrder.created_at, version: 2 }
  await handled(await publish('order.refunded', { ...paid, status: 'refunded', version: 3 }))
  await handled(await publish('order.paid', paid))
  expect(await accesses({ order_id: createdOrder.id })).toEqual([])
  expect(await members()).toEqual([])
})

test('a refund revokes the grants of its order, and nothing that another order gives', async () => {
  const { order, pay, granted, accesses, publish, handled, members } = await shop()
  const [one, other] = [await order(), await order()]
  const paid = await pay(one.id)
  await granted(one.id)
  await pay(other.id)
  await granted(other.id)
  const refunded = { ...paid, status: 'refunded', version: paid.version + 1 }
  await handled(await publish('order.refunded', refunded))
  expect(await accesses({ order_id: one.id })).toMatchObject([{ status: 'revoked' }])
  expect(await accesses({ order_id: other.id })).toMatchObject([{ status: 'active' }])
  expect(await members()).toHaveLength(1)
  const last = { ...other, status: 'refunded', version: 3 }
  await handled(await publish('order.refunded', last))
  expect(await accesses({ status: 'active' })).toEqual([])
  expect(await members()).toEqual([])
})

test('a person who was in the group before the payment stays in it after a refund', async () => {
  const { people, ann, group, order, pay, granted, publish, handled, members } = await shop()
  await people.members.add({ path: { id: group.id }, body: { user_id: ann } })
  const createdOrder = await order()
  const paid = await pay(createdOrder.id)
  await granted(createdOrder.id)
  await handled(await publish('order.refunded', { ...paid, status: 'refunded', version: 3 }))
  expect(await members()).toMatchObject([{ user_id: ann, source: 'manual' }])
})

test('a place from an order moves in a transfer, and is removed there', async () => {
  const { people, ann, group, order, pay, granted, publish, handled, members } = await shop()
  await people.groups.update({ path: { id: group.id }, body: { starts_at: '2026-03-01T00:00:00Z' } })
  const april = await people.groups.create({ body: { name: 'April', starts_at: '2026-04-01T00:00:00Z' } })
  const createdOrder = await order()
  const paid = await pay(createdOrder.id)
  await granted(createdOrder.id)
  await people.transfers.move({ path: { id: april.id }, body: { user_id: ann } })
  const inApril = async () => (await people.members.list({ path: { id: april.id } })).data
  expect(await members()).toEqual([])
  expect(await inApril()).toMatchObject([{ user_id: ann, source: 'order', order_id: createdOrder.id }])
  await handled(await publish('order.refunded', { ...paid, status: 'refunded', version: 3 }))
  expect(await inApril()).toEqual([])
})

test('a refund in part takes nothing, and one of the rest takes what the order gave', async () => {
  const { sales, order, pay, granted, accesses, members } = await shop()
  const { id, amount } = await order()
  await pay(id)
  await granted(id)
  const [payment] = (await sales.payments.list({ query: { order_id: id } })).data
  const refund = (body: { amount?: number }) =>
    sales.paymentRefunds.refund({ path: { id: payment!.id }, body })
  expect((await refund({ amount: amount - 1 })).consequences).toMatchObject({
    order_status: 'paid',
    access: [],
  })
  const { consequences } = await refund({})
  expect(consequences.access.map(({ kind }) => kind)).toEqual(['course', 'group'])
  await eventually('the end of the access', async () => (await accesses({ status: 'revoked' })).length === 1)
  expect(await members()).toEqual([])
  // Of two refunds one has ended the access, and its event was not the first.
  expect(await accesses({ status: 'active' })).toEqual([])
})

test('an event of a refund in part that arrives before the payment does not keep the access away', async () => {
  const { order, granted, publish, handled } = await shop()
  const createdOrder = await order()
  const paid = { ...createdOrder, status: 'paid', paid_at: createdOrder.created_at, version: 2 }
  await handled(await publish('order.refunded', { ...paid, refunded_amount: 1, version: 3 }))
  await handled(await publish('order.paid', paid))
  expect(await granted(createdOrder.id)).toMatchObject({ status: 'active' })
})

test('an item with an end of its own gives access until then, and nothing if it is paid later', async () => {
  const { order, granted, accesses, publish, handled } = await shop()
  const until = (createdOrder: Awaited<ReturnType<typeof order>>, access_expires_at: string) => ({
    ...createdOrder,
    items: createdOrder.items.map(item => ({ ...item, access_expires_at })),
    status: 'paid',
    paid_at: createdOrder.created_at,
    version: 2,
  })
  const [one, late] = [await order(), await order()]
  const end = ago(-7)
  await handled(await publish('order.paid', until(one, end)))
  expect(await granted(one.id)).toMatchObject({ starts_at: one.created_at, expires_at: end })
  await handled(await publish('order.paid', until(late, ago(1))))
  expect(await accesses({ order_id: late.id })).toEqual([])
})

test('an order for others gives its person nothing', async () => {
  const { order, accesses, publish, handled, members } = await shop()
  const createdOrder = await order()
  await handled(await publish('order.paid', { ...createdOrder, as_gift: true, status: 'paid', version: 2 }))
  expect(await accesses()).toEqual([])
  expect(await members()).toEqual([])
})

test('canceling an unpaid order revokes the accesses that were granted for it, and no others', async () => {
  const { people, sales, ann, course_id, order } = await shop()
  const grant = (fields: object) => people.accesses.create({ body: { user_id: ann, course_id, ...fields } })
  const createdOrder = await order()
  const forIt = await grant({ order_id: createdOrder.id })
  const others = [
    await grant({ source: 'gift' }),
    await grant({ course_id: newId('crs') }),
    await grant({ course_id: newId('crs'), order_id: (await order()).id }),
  ]
  await sales.orders.cancel({ path: { id: createdOrder.id } })
  const stateOf = async ({ id }: { id: string }) => (await people.accesses.get({ path: { id } })).status
  await eventually('the end of the access', async () => (await stateOf(forIt)) === 'revoked')
  expect(await Promise.all(others.map(stateOf))).toEqual(['active', 'active', 'active'])
})

test('a deleted person gets nothing', async () => {
  const { people, ann, order, accesses, members, publish, handled } = await shop()
  const createdOrder = await order()
  await people.users.delete({ path: { id: ann } })
  await handled(await publish('order.paid', { ...createdOrder, status: 'paid', version: 2 }))
  expect(await accesses()).toEqual([])
  expect(await members()).toEqual([])
})

test('the trace of a request includes the grants of its order', async () => {
  const { caller, order, granted } = await shop()
  const { id } = await order()
  const requestId = newRequestId()
  const answer = await system.request('commerce', {
    method: 'POST',
    path: `/v1/orders/${id}/mark-paid`,
    body: {},
    caller,
    headers: { 'x-request-id': requestId },
  })
  expect(answer.status).toBe(201)
  await granted(id)
  const rows = await system.services.users!.runtime.system.rows({
    statement: {
      name: '',
      text: `select subject from users.outbox where school_id = $1 and request_id = $2 order by position`,
    },
    values: [caller.school, requestId],
  })
  expect(rows.map(([subject]) => subject!.split('.').slice(2).join('.'))).toEqual([
    'course.access_granted',
    'user.group_joined',
  ])
})
