import type { Id } from '@lms/contract'
import { newId } from '@lms/contract'
import { listSteps, roundTrips, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

describe('orders', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, commerceService] })
  })
  afterAll(() => system.stop())

  async function shop() {
    const caller = system.caller()
    const api = system.client('commerce', commerceContract.resources, caller)
    const people = system.client('users', usersContract.resources, caller)
    const ann = await people.users.create({ body: { email: 'ann@school.org' } })
    const course = await api.offers.create({ body: { name: 'Course', amount: 10_000, currency: 'EUR' } })
    const order = (quantity = 1) =>
      api.orders.create({ body: { user_id: ann.id, items: [{ offer_id: course.id, quantity }] } })
    return { caller, api, people, ann, course, order }
  }

  test('an order takes names and prices from its offers, and the server adds them up', async () => {
    const { order, ann, course, api } = await shop()
    const createdOrder = await order(3)
    expect(createdOrder).toMatchObject({
      user_id: ann.id,
      status: 'waiting_payment',
      amount: 30_000,
      currency: 'EUR',
      items: [{ offer_id: course.id, name: 'Course', quantity: 3, unit_amount: 10_000, amount: 30_000 }],
      paid_at: null,
    })
    expect(await api.orders.get({ path: { id: createdOrder.id } })).toEqual(createdOrder)
  })

  test('a plain order takes three round trips, and marking it as paid two', async () => {
    const { api, order } = await shop()
    await order()
    let id = ''
    // The reads, the number, the writes.
    const createTrips = await roundTrips(system, 'commerce', async () => {
      id = (await order()).id
    })
    const paid = await roundTrips(system, 'commerce', () => api.orders.markPaid({ path: { id }, body: {} }))
    expect({ made: createTrips, paid }).toEqual({ made: 3, paid: 2 })
  })

  test('numbers rise within a school, each used once, also by simultaneous orders', async () => {
    const { order } = await shop()
    const first = await order()
    const more = await Promise.all(Array.from({ length: 20 }, () => order()))
    const numbers = more.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(20)
    expect(Math.min(...numbers)).toBeGreaterThan(first.number)
  })

  test('an unknown person is looked up, a stranger is refused', async () => {
    const { api, course } = await shop()
    const stranger = { user_id: newId('usr') as Id<'usr'>, items: [{ offer_id: course.id }] }
    await expect(api.orders.create({ body: stranger })).rejects.toMatchObject({
      status: 422,
      reason: 'user_unknown',
    })
  })

  test('an inactive offer, or one of another school, cannot be ordered', async () => {
    const { api, ann, course } = await shop()
    const elsewhere = await shop()
    await api.offers.update({ path: { id: course.id }, body: { status: 'archived' } })
    for (const offer_id of [course.id, elsewhere.course.id])
      await expect(
        api.orders.create({ body: { user_id: ann.id, items: [{ offer_id }] } }),
      ).rejects.toMatchObject({
        reason: 'offer_unknown',
        details: [{ path: 'body.items.0.offer_id' }],
      })
  })

  test('an order cannot contain offers of two currencies', async () => {
    const { api, ann, course } = await shop()
    const dollars = await api.offers.create({ body: { name: 'Book', amount: 500, currency: 'USD' } })
    const body = { user_id: ann.id, items: [{ offer_id: course.id }, { offer_id: dollars.id }] }
    await expect(api.orders.create({ body })).rejects.toMatchObject({ reason: 'currencies_mixed' })
  })

  test('fifty identical requests with one key mark the order as paid once', async () => {
    const { caller, order } = await shop()
    const { id } = await order()
    const send = () =>
      system.request('commerce', {
        method: 'POST',
        path: `/v1/orders/${id}/mark-paid`,
        body: {},
        caller,
        headers: { 'idempotency-key': 'pay-once' },
      })
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    const paid = answers.filter(({ status }) => status === 201)
    expect(paid.length).toBeGreaterThan(0)
    for (const answer of paid) expect(answer.body).toEqual(paid[0]!.body)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { error: { reason: 'idempotency_in_progress' } } })
    expect(await outboxTypes(id)).toEqual(['order.created', 'order.paid', 'payment.succeeded'])
  })

  test('fifty identical requests without a key: one pays, the others are refused', async () => {
    const { caller, order } = await shop()
    const { id } = await order()
    const send = () =>
      system.request('commerce', { method: 'POST', path: `/v1/orders/${id}/mark-paid`, body: {}, caller })
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(49).fill(409)])
    expect(await outboxTypes(id)).toEqual(['order.created', 'order.paid', 'payment.succeeded'])
  })

  test('order.paid contains the changes, the person and the payment', async () => {
    const { api, order, ann, caller } = await shop()
    const { id } = await order()
    const paid = await api.orders.markPaid({ path: { id }, body: { paid_at: '2026-01-02T03:04:05+03:00' } })
    expect(paid).toMatchObject({ status: 'paid', paid_at: '2026-01-02T00:04:05.000+00:00', version: 2 })
    const [event] = (await outbox(id)).filter(({ type }) => type === 'order.paid')
    expect(event).toMatchObject({
      api_version: 'v1',
      data: { object: paid, previous: { status: 'waiting_payment', paid_at: null } },
      related: { user_id: ann.id, payment_id: expect.stringMatching(/^pay_/), actor_id: caller.key },
    })
    expect(Object.keys(event!.data.previous!).sort()).toEqual(['paid_amount', 'paid_at', 'status'])
  })

  test('a canceled order cannot be paid, a paid one cannot be canceled', async () => {
    const { api, order } = await shop()
    const one = await order()
    await api.orders.cancel({ path: { id: one.id } })
    await expect(api.orders.markPaid({ path: { id: one.id }, body: {} })).rejects.toMatchObject({
      reason: 'order_canceled',
    })
    const two = await order()
    await api.orders.markPaid({ path: { id: two.id }, body: {} })
    await expect(api.orders.cancel({ path: { id: two.id } })).rejects.toMatchObject({
      reason: 'order_already_paid',
    })
  })

  test('items are added and removed while the order is unpaid, and the last one stays', async () => {
    const { api, order, course } = await shop()
    const createdOrder = await order()
    const two = await api.orderItems.add({
      path: { id: createdOrder.id },
      body: { offer_id: course.id, quantity: 2 },
    })
    expect(two.amount).toBe(30_000)
    const itemId = createdOrder.items[0]!.id
    const dearer = await api.orderItems.update({
      path: { id: createdOrder.id, itemId },
      body: { unit_amount: 1 },
    })
    expect(dearer.amount).toBe(20_001)
    const one = await api.orderItems.delete({ path: { id: createdOrder.id, itemId } })
    expect(one).toMatchObject({ amount: 20_000, version: 4 })
    const last = { id: createdOrder.id, itemId: one.items[0]!.id }
    await expect(api.orderItems.delete({ path: last })).rejects.toMatchObject({ reason: 'order_needs_item' })
    await api.orders.markPaid({ path: { id: createdOrder.id }, body: {} })
    const late = api.orderItems.add({ path: { id: createdOrder.id }, body: { offer_id: course.id } })
    await expect(late).rejects.toMatchObject({ reason: 'order_already_paid' })
  })

  test('a list is filtered by offer and includes people and offers', async () => {
    const { api, order, ann, course } = await shop()
    const createdOrder = await order()
    await order()
    const page = await api.orders.list({
      query: { offer_id: course.id, limit: 1, expand: 'user,items.offer', sort: 'number' },
    })
    expect(page.data).toMatchObject([
      {
        id: createdOrder.id,
        user: { id: ann.id, email: 'ann@school.org' },
        items: [{ offer: { id: course.id, name: 'Course' } }],
      },
    ])
    expect(JSON.stringify(page)).not.toContain('school_id')
    const rest = await api.orders.list({ query: { cursor: page.next_cursor!, limit: 1, sort: 'number' } })
    expect(rest.data).toHaveLength(1)
    expect(rest.next_cursor).toBeNull()
  })

  test('an order keeps the items of its offers at the time of the order', async () => {
    const { api, order, course } = await shop()
    const path = { id: course.id }
    const item = { kind: 'course' as const, resource_id: newId('crs'), name: 'Lessons', term_days: 30 }
    const { id: itemId } = await api.offerItems.create({ path, body: item })
    await api.offerItems.create({ path, body: { kind: 'other', name: 'A call' } })
    const contents = [item, { kind: 'other', resource_id: null, name: 'A call', term_days: null }]
    const createdOrder = await order()
    expect(createdOrder.items[0]!.contents).toEqual(contents)
    await api.offerItems.delete({ path: { id: course.id, itemId } })
    expect(await api.orders.get({ path: { id: createdOrder.id } })).toEqual(createdOrder)
    const more = await api.orderItems.add({ path: { id: createdOrder.id }, body: { offer_id: course.id } })
    expect(more.items.map(({ contents }) => contents.length)).toEqual([2, 1])
    expect((await outbox(createdOrder.id))[0]!.data.object.items[0].contents).toEqual(contents)
  })

  test('an offer has at most fifty items', async () => {
    const { api, course } = await shop()
    const add = () =>
      api.offerItems.create({ path: { id: course.id }, body: { kind: 'other', name: 'A call' } })
    for (let addedCount = 0; addedCount < 48; addedCount += 8)
      await Promise.all(Array.from({ length: 8 }, add))
    const answers = await Promise.allSettled(Array.from({ length: 4 }, add))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual(
      Array(2).fill(
        expect.objectContaining({ reason: expect.objectContaining({ reason: 'offer_items_limit_reached' }) }),
      ),
    )
  })

  test('an offer that was ordered is archived, not deleted', async () => {
    const { api, order, course } = await shop()
    await order()
    await expect(api.offers.delete({ path: { id: course.id } })).rejects.toMatchObject({
      reason: 'offer_sold',
    })
  })

  async function outbox(orderId: string) {
    const { runtime } = system.services.commerce!
    const rows = await runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from commerce.outbox where payload like $1 order by position',
      },
      values: [`%${orderId}%`],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
  }
  const outboxTypes = async (orderId: string) => (await outbox(orderId)).map(({ type }) => type).sort()

  test("a repeated filter joins its values, and the planner's work does not grow with it", async () => {
    const { caller, course, order } = await shop()
    const createdOrder = await order()
    const offers = [course.id, ...Array.from({ length: 379 }, () => newId('off'))]
    const path = `/v1/orders?${offers.map(id => `offer_id=${id}`).join('&')}`
    const steps = await listSteps(system, 'commerce', async () => {
      const { status, body } = await system.request('commerce', { method: 'GET', path, caller })
      expect({ status, ids: body.data.map(({ id }: { id: string }) => id) }).toEqual({
        status: 200,
        ids: [createdOrder.id],
      })
      expect(body.warnings).toEqual([expect.stringContaining('offer_id takes 200 values; 180 are ignored')])
    })
    expect(steps.map(({ statement }) => statement.text.split('order_offers').length - 1)).toEqual([1])
  })
})
