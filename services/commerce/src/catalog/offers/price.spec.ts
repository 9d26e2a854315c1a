import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import type { Price } from './price.contract.ts'

let system: TestSystem
let now = Date.parse('2026-05-01T10:00:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

/** A school with a course for 100.00 €, and Ann. */
async function shop() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const { users } = system.client('users', usersContract.resources, caller)
  const ann = await users.create({ body: { email: 'ann@school.org' } })
  const course = await api.offers.create({ body: { name: 'Course', amount: 10_000, currency: 'EUR' } })
  type Fields = Partial<Omit<Price, 'id' | 'offer_id' | 'version' | 'created_at' | 'updated_at'>>
  const price = (fields: Fields = {}, id = course.id) =>
    api.prices.create({ path: { id }, body: { amount: 9000, currency: 'EUR', ...fields } })
  const order = (price_id: Price['id'] | null = null, quantity = 1) =>
    api.orders.create({ body: { user_id: ann.id, items: [{ offer_id: course.id, price_id, quantity }] } })
  const at = (priceId: string, id: string = course.id) => ({ path: { id, priceId } })
  return { caller, api, ann, course, price, order, at }
}
const refused = (status: number, reason: string) => expect.objectContaining({ status, reason })

test('an offer has prices by currency and period beside its own, and an order takes the one that it names', async () => {
  const { price, order, course, api } = await shop()
  const dollars = await price({ name: 'Dollars', amount: 11_000, currency: 'USD' })
  const monthly = await price({
    name: 'Monthly',
    amount: 900,
    interval: { unit: 'month', count: 1 },
    trial_days: 7,
  })
  expect(await order()).toMatchObject({ amount: 10_000, currency: 'EUR', items: [{ price_id: null }] })
  expect(await order(dollars.id, 2)).toMatchObject({
    amount: 22_000,
    currency: 'USD',
    items: [{ price_id: dollars.id, unit_amount: 11_000, interval: null }],
  })
  expect(await order(monthly.id)).toMatchObject({
    amount: 0,
    items: [{ price_id: monthly.id, interval: { unit: 'month', count: 1 }, trial_days: 7 }],
  })
  const listed = await api.prices.list({ path: { id: course.id }, query: { currency: 'USD' } })
  expect(listed.data).toMatchObject([{ id: dollars.id, offer_id: course.id, status: 'active' }])
  expect(JSON.stringify(listed)).not.toContain('sold')
})

test('an order takes the early price while it is valid', async () => {
  const { price, order } = await shop()
  const early = {
    early_amount: 5000,
    early_starts_at: '2026-05-02T00:00:00Z',
    early_ends_at: '2026-05-03T00:00:00Z',
  }
  const { id } = await price(early)
  const amountAt = async (time: string) => {
    now = Date.parse(time)
    return (await order(id)).amount
  }
  expect(await amountAt('2026-05-01T23:59:59.999Z')).toBe(9000)
  expect(await amountAt('2026-05-02T00:00:00Z')).toBe(5000)
  expect(await amountAt('2026-05-03T00:00:00Z')).toBe(9000)
})

test('a price is archived and never rewritten once it is sold, and an order keeps the price that it was sold at', async () => {
  const { price, order, api, at } = await shop()
  const { id } = await price()
  await api.prices.update({ ...at(id), body: { amount: 8000 } })
  const sold = await order(id)
  expect(sold.amount).toBe(8000)
  for (const body of [{ amount: 7000 }, { currency: 'USD' }, { tax_included: true }])
    await expect(api.prices.update({ ...at(id), body })).rejects.toEqual(refused(409, 'price_sold'))
  await expect(api.prices.delete(at(id))).rejects.toEqual(refused(409, 'price_sold'))
  await api.prices.update({ ...at(id), body: { status: 'archived', name: 'Old' } })
  await expect(order(id)).rejects.toMatchObject({
    ...{ status: 422, reason: 'price_unknown' },
    details: [{ path: 'body.items.0.price_id' }],
  })
  expect(await api.orders.get({ path: { id: sold.id } })).toEqual(sold)
})

test('of a first order and a simultaneous change of its price, the order has the price as it then stays', async () => {
  const { price, order, api, at } = await shop()
  for (let round = 0; round < 5; round++) {
    const { id } = await price()
    const [, changed, removed] = await Promise.allSettled([
      order(id),
      api.prices.update({ ...at(id), body: { amount: 1 } }),
      api.prices.delete(at(id)),
    ])
    const { data } = await api.orders.list()
    const item = data.flatMap(({ items }) => items).find(({ price_id }) => price_id === id)
    if (removed.status === 'fulfilled') {
      expect(item).toBeUndefined()
      continue
    }
    const present = await api.prices.get(at(id))
    expect(item).toMatchObject({ unit_amount: present.amount })
    expect(present.amount).toBe(changed.status === 'fulfilled' ? 1 : 9000)
  }
})

test('a price belongs to its offer: under another, and in an order of another, it does not exist', async () => {
  const { price, api, at, ann, course } = await shop()
  const other = await api.offers.create({ body: { name: 'Book', amount: 500, currency: 'EUR' } })
  const { id } = await price()
  await expect(api.prices.get(at(id, other.id))).rejects.toMatchObject({ status: 404 })
  const items = [
    { offer_id: course.id, price_id: id },
    { offer_id: other.id, price_id: id },
  ]
  await expect(api.orders.create({ body: { user_id: ann.id, items } })).rejects.toMatchObject({
    reason: 'price_unknown',
    details: [{ path: 'body.items.1.price_id' }],
  })
})

test('visitors see the active prices of active offers', async () => {
  const { caller, price, course, api, at } = await shop()
  const visible = await price()
  const hidden = await price({ status: 'archived' })
  const visitor = system.client('commerce', commerceContract.resources, { ...caller, kind: 'publishable' })
  expect((await visitor.prices.list({ path: { id: course.id } })).data).toEqual([visible])
  await expect(visitor.prices.get(at(hidden.id))).rejects.toMatchObject({ status: 404 })
  await api.offers.update({ path: { id: course.id }, body: { status: 'draft' } })
  await expect(visitor.prices.get(at(visible.id))).rejects.toMatchObject({ status: 404 })
})

test('prices end with an offer that was never ordered', async () => {
  const { price, api, course, at } = await shop()
  const { id } = await price()
  await api.offers.delete({ path: { id: course.id } })
  await expect(api.prices.get(at(id))).rejects.toMatchObject({ status: 404 })
})

test('a price whose fields do not fit together is refused, also after a change', async () => {
  const { price, api, at } = await shop()
  await expect(price({ trial_days: 7 })).rejects.toMatchObject({
    ...{ status: 422, reason: 'price_invalid' },
    details: [{ path: 'body.trial_days' }],
  })
  const { id } = await price({ interval: { unit: 'month', count: 1 }, trial_days: 7 })
  await expect(api.prices.update({ ...at(id), body: { interval: null } })).rejects.toEqual(
    refused(422, 'price_invalid'),
  )
})
