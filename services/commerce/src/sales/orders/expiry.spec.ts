import { formatTime, newId } from '@lms/contract'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

const hour = 3_600_000

describe('the payment term of an order', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService, commerceService], clock })
  })
  afterAll(() => system.stop())
  const inHours = (hours: number) => formatTime(new Date(now + hours * hour))

  async function shop() {
    const caller = system.caller()
    const api = system.client('commerce', commerceContract.resources, caller)
    const { users } = system.client('users', usersContract.resources, caller)
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    const course = await api.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const order = (expires_at?: string | null) =>
      api.orders.create({ body: { user_id: ann.id, items: [{ offer_id: course.id }], expires_at } })
    const get = (id: string) => api.orders.get({ path: { id } })
    const change = (id: string, expires_at: string | null) =>
      api.orders.update({ path: { id }, body: { expires_at } })
    const expired = (id: string) =>
      eventually('the order to expire', async () => {
        const current = await get(id)
        return current.status === 'expired' && current
      })
    const events = async () => {
      const rows = await asOwner(system.ownerUrl, async client => {
        const text = `select payload::json as event from commerce.outbox where school_id = $1 and subject like '%order.expired'`
        return (await client.query(text, [caller.school])).rows
      })
      return rows.map(({ event }) => event)
    }
    /** Until the tasks of all orders whose term is over are done. */
    const looked = () =>
      eventually('the tasks to be done', async () => {
        const { rows } = await asOwner(system.ownerUrl, client =>
          client.query(`select 1 from commerce.tasks where queue = 'expire-order' and due_at <= $1`, [
            formatTime(new Date(now)),
          ]),
        )
        return rows.length === 0
      })
    return { api, order, get, change, expired, events, looked }
  }

  test('ends with order.expired, and a late payment still pays the order', async () => {
    const { api, order, expired, events } = await shop()
    const createdOrder = await order(inHours(2))
    now += 2 * hour
    const over = await expired(createdOrder.id)
    expect(over).toMatchObject({ expired_at: createdOrder.expires_at, amount: 4900 })
    expect(await events()).toMatchObject([
      { data: { object: over, previous: { status: 'waiting_payment', expired_at: null } } },
    ])
    const paid = await api.orders.markPaid({ path: { id: createdOrder.id }, body: {} })
    expect(paid).toMatchObject({ status: 'paid', paid_amount: 4900 })
  })

  test('does not concern an order that is paid, in part or whole, or canceled', async () => {
    const { api, order, get, expired, events, looked } = await shop()
    const [full, part, canceled, unpaid] = [
      await order(inHours(1)),
      await order(inHours(1)),
      await order(inHours(1)),
      await order(inHours(1)),
    ]
    await api.orders.markPaid({ path: { id: full.id }, body: {} })
    await api.payments.create({ body: { order_id: part.id, amount: 1000, method: 'cash' } })
    await api.orders.cancel({ path: { id: canceled.id } })
    now += hour
    await expired(unpaid.id)
    await looked()
    const statuses = await Promise.all([full, part, canceled].map(async ({ id }) => (await get(id)).status))
    expect(statuses).toEqual(['paid', 'waiting_payment', 'canceled'])
    expect(await events()).toHaveLength(1)
  })

  test('ends with the refund of the last part that was paid, if it is over by then', async () => {
    const { api, order, get, expired, looked } = await shop()
    const { id } = await order(inHours(1))
    const parts = [
      await api.payments.create({ body: { order_id: id, amount: 1000 } }),
      await api.payments.create({ body: { order_id: id, amount: 500 } }),
    ]
    now += hour
    await looked()
    const refund = (part: { id: string }) => api.paymentRefunds.refund({ path: { id: part.id }, body: {} })
    await refund(parts[0]!)
    await looked()
    expect((await get(id)).status).toBe('waiting_payment')
    await refund(parts[1]!)
    expect(await expired(id)).toMatchObject({ paid_amount: 1500, refunded_amount: 1500 })
  })

  test('is moved and removed while the order is unpaid', async () => {
    const { api, order, get, change, expired } = await shop()
    const [longer, endless, shorter] = [await order(inHours(1)), await order(inHours(1)), await order()]
    const later = inHours(3)
    expect(await change(longer.id, later)).toMatchObject({ expires_at: later, version: 2 })
    expect((await change(endless.id, null)).expires_at).toBeNull()
    await change(shorter.id, inHours(1))
    now += hour
    await expired(shorter.id)
    for (const { id } of [longer, endless]) expect((await get(id)).status).toBe('waiting_payment')
    now += 2 * hour
    await expired(longer.id)
    expect((await get(endless.id)).status).toBe('waiting_payment')
    await expect(change(longer.id, inHours(1))).rejects.toMatchObject({ status: 409, reason: 'term_over' })
    await api.orders.cancel({ path: { id: endless.id } })
    await expect(change(endless.id, inHours(1))).rejects.toMatchObject({ reason: 'order_canceled' })
  })

  test('lies in the future', async () => {
    const { order, change } = await shop()
    const past = { status: 422, reason: 'term_past' }
    await expect(order(inHours(0))).rejects.toMatchObject(past)
    const { id } = await order()
    await expect(change(id, inHours(-1))).rejects.toMatchObject(past)
    await expect(change(newId('ord'), inHours(1))).rejects.toMatchObject({ status: 404 })
  })
})
