// What orders cost: taxes, previews, instalment plans, items that change.
import type { Id } from '@lms/contract'
import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { builder } from '../../builder.ts'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

let system: TestSystem
const now = '2026-05-01T10:00:00.000+00:00'
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

const ofCourses = { country: 'DE', kind: 'course' as const, name: 'VAT, reduced', basis_points: 700 }
const ofOthers = { country: 'DE', name: 'VAT', basis_points: 1900, included: false }

/** A school with Ann, a course for 100.00 €, a book for 10.01 €, and the taxes of Germany. */
async function shop() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const { users } = system.client('users', usersContract.resources, caller)
  const ann = await users.create({ body: { email: 'ann@school.org' } })
  const offer = (name: string, amount: number) =>
    api.offers.create({ body: { name, amount, currency: 'EUR' } })
  const [course, book] = [await offer('Course', 10_000), await offer('Book', 1001)]
  const lessons = { kind: 'course' as const, resource_id: newId('crs'), name: 'Lessons' }
  await api.offerItems.create({ path: { id: course.id }, body: lessons })
  const tax = (...rates: Parameters<typeof api.taxRates.replace>[0]['body']['rates']) =>
    api.taxRates.replace({ body: { rates } })
  await tax(ofCourses, ofOthers)
  const items = [{ offer_id: course.id }, { offer_id: book.id, quantity: 3 }]
  const order = (country: string | null, fields = {}) =>
    api.orders.create({ body: { user_id: ann.id, items, country, ...fields } })
  const set = (values: object) =>
    inSchool(caller.school, system.services.commerce!.runtime, ({ work }) =>
      new builder.stores.settings(work).change(values as Record<string, unknown>, null, 'owner'),
    )
  return { api, ann, course, book, items, tax, order, set }
}

test('an order has the taxes of its country by kind of item, included in prices or added to them', async () => {
  const { order } = await shop()
  expect(await order('DE')).toMatchObject({
    country: 'DE',
    items_amount: 13_003,
    discount_amount: 0,
    tax_included_amount: 654,
    tax_added_amount: 571,
    amount: 13_574,
    taxes: [
      { name: 'VAT, reduced', basis_points: 700, included: true, amount: 654 },
      { name: 'VAT', basis_points: 1900, included: false, amount: 571 },
    ],
    items: [
      { amount: 10_000, tax: { basis_points: 700, included: true, amount: 654 } },
      { amount: 3003, tax: { basis_points: 1900, included: false, amount: 571 } },
    ],
  })
})

test.each([['AT'], [null]])('an order is not taxed in a country without rates (%s)', async country => {
  const { order } = await shop()
  const createdOrder = await order(country)
  expect(createdOrder).toMatchObject({
    country,
    amount: 13_003,
    tax_included_amount: 0,
    tax_added_amount: 0,
    taxes: [],
  })
  expect(createdOrder.items.map(({ tax }) => tax)).toEqual([null, null])
})

test('an order that names no country has that of the school, and keeps it', async () => {
  const { api, set, items, order, book } = await shop()
  const before = await order(null)
  await set({ taxes: { country: 'DE' } })
  expect(await api.orders.preview({ body: { items } })).toMatchObject({ country: 'DE', amount: 13_574 })
  expect(await order(null)).toMatchObject({ country: 'DE', amount: 13_574 })
  expect(await order('AT')).toMatchObject({ country: 'AT', amount: 13_003 })
  const added = await api.orderItems.add({ path: { id: before.id }, body: { offer_id: book.id } })
  expect(added).toMatchObject({ country: null, amount: 14_004, taxes: [] })
})

test('an order expires as long after it was made as the school says', async () => {
  const { set, order } = await shop()
  expect((await order(null)).expires_at).toBeNull()
  await set({ orders: { expire_after_hours: 36 } })
  expect((await order(null)).expires_at).toBe('2026-05-02T22:00:00.000+00:00')
})

test('a price says whether it includes its tax, whatever the rate says', async () => {
  const { api, course, order } = await shop()
  const body = { amount: 10_000, currency: 'EUR', tax_included: false }
  const price = await api.prices.create({ path: { id: course.id }, body })
  const items = [{ offer_id: course.id, price_id: price.id }]
  expect(await order('DE', { items })).toMatchObject({ amount: 10_700, tax_added_amount: 700 })
})

test('an item keeps the tax rate of its day, and one that is added has the rate of that day', async () => {
  const { api, book, tax, order } = await shop()
  const { id, items } = await order('DE')
  await tax({ ...ofOthers, name: 'New VAT', basis_points: 2500 })
  const path = { id, itemId: items[1]!.id }
  const changed = await api.orderItems.update({ path, body: { quantity: 1, unit_amount: 1000 } })
  expect(changed).toMatchObject({
    ...{ items_amount: 11_000, tax_included_amount: 654, tax_added_amount: 190, amount: 11_190 },
    taxes: [{ basis_points: 700 }, { name: 'VAT', basis_points: 1900, amount: 190 }],
  })
  const grown = await api.orderItems.add({ path: { id }, body: { offer_id: book.id } })
  expect(grown).toMatchObject({
    ...{ tax_added_amount: 440, amount: 12_441 },
    taxes: [{ basis_points: 700 }, { name: 'VAT' }, { name: 'New VAT', basis_points: 2500, amount: 250 }],
  })
  const fewer = await api.orderItems.delete({ path })
  expect(fewer).toMatchObject({ amount: 11_251, taxes: [{ basis_points: 700 }, { name: 'New VAT' }] })
})

test('an item is added at the price that it names, in the currency of the order', async () => {
  const { api, book, order } = await shop()
  const { id } = await order(null)
  const price = (currency: string) =>
    api.prices.create({ path: { id: book.id }, body: { amount: 900, currency } })
  const [euro, dollar] = [await price('EUR'), await price('USD')]
  const add = (price_id: Id<'prc'>) =>
    api.orderItems.add({ path: { id }, body: { offer_id: book.id, price_id, quantity: 2 } })
  expect((await add(euro.id)).amount).toBe(14_803)
  await expect(add(dollar.id)).rejects.toMatchObject({ status: 422, reason: 'currencies_mixed' })
  await expect(add(newId('prc') as Id<'prc'>)).rejects.toMatchObject({
    reason: 'price_unknown',
    details: [{ path: 'body.price_id' }],
  })
  await api.prices.update({ path: { id: book.id, priceId: dollar.id }, body: { amount: 1 } })
})

test('a preview is what the order then costs, and writes nothing', async () => {
  const { api, ann, course, book, order } = await shop()
  const instalments = [
    { basis_points: 3333, after_days: 0 },
    { basis_points: 6667, after_days: 30 },
  ]
  const body = { amount: 5001, currency: 'EUR', instalments }
  const price = await api.prices.create({ path: { id: course.id }, body })
  const items = [{ offer_id: course.id, price_id: price.id }, { offer_id: book.id }]
  const orderPreview = await api.orders.preview({ body: { user_id: ann.id, items, country: 'DE' } })
  expect(orderPreview.instalments).toEqual([
    { due_at: now, amount: 1667 + 1191 },
    { due_at: '2026-05-31T10:00:00.000+00:00', amount: 3334 },
  ])
  expect((await api.orders.list()).data).toEqual([])
  // A price that only a preview has used is not sold.
  await api.prices.update({
    path: { id: course.id, priceId: price.id },
    body: { amount: 5001, trial_days: null },
  })
  const { instalments: _, due_amount: __, items: previewed, ...sums } = orderPreview
  const createdOrder = await order('DE', { items })
  expect(createdOrder).toMatchObject(sums)
  expect(createdOrder.items.map(({ id: _, ...item }) => item)).toEqual(previewed)
})

test('a preview needs no person, but refuses an unknown one, and what cannot be ordered', async () => {
  const { api, items } = await shop()
  const preview = (fields: object) => api.orders.preview({ body: { items, ...fields } })
  expect(await preview({})).toMatchObject({ amount: 13_003, country: null, instalments: [] })
  await expect(preview({ user_id: newId('usr') })).rejects.toMatchObject({
    status: 422,
    reason: 'user_unknown',
  })
  await expect(preview({ items: [{ offer_id: newId('off') }] })).rejects.toMatchObject({
    ...{ status: 422, reason: 'offer_unknown' },
  })
})
