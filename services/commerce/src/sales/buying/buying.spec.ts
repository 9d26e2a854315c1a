// What the page of an offer shows, and the order that it makes. The gateway's specs drive the page itself.
import { formatTime, type Id, newId } from '@lms/contract'
import { somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import { buying } from './buying.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

type Fields = Record<string, string>
/** A school with a course for 100.00 €, as its pages ask for it. */
async function shop() {
  const { api, people, course, caller, set } = await shopOf(system)
  const pages = system.internal('commerce', { buying }, { school: caller.school }).buying
  const show = async ({ offer_id = course.id, ...fields }: { offer_id?: Id<'off'> } & Fields = {}) => {
    const form = { fields, key: 'key', attempt: null }
    return (await pages.show({ body: { ...somePageVisit, ...form, offer_id } })).data!
  }
  const utm = { source: 'news', medium: 'mail', campaign: '', term: '', content: '' }
  const eve = { email: 'eve@school.org', first_name: 'Eve', last_name: 'Lee' }
  const source = { partner_clicks: [], utm, referrer: 'https://news.example/' }
  const buy = (
    fields: Fields = {},
    more: { idempotencyKey?: string; partner_clicks?: { code: string; at: string }[] } = {},
  ) => {
    const { partner_clicks = [], ...key } = more
    const entered = { ...eve, amount: '10000', currency: 'EUR', ...fields }
    const body = { offer_id: course.id, fields: entered, ...source, partner_clicks }
    return pages.buy({ body, ...key })
  }
  const orders = async () => (await api.orders.list({ query: { sort: 'created_at' } })).data
  return { caller, api, people, course, show, buy, orders, set, utm }
}
const agoOf = (days: number) => formatTime(new Date(Date.now() - days * 86_400_000))
const refused = (status: number, reason: string) => expect.objectContaining({ status, reason })

test('the page shows an offer at its price', async () => {
  const { show } = await shop()
  expect(await show()).toEqual({
    test: true,
    payable: true,
    name: 'Course',
    image_file_id: null,
    items: [{ name: 'Course', quantity: 1, amount: 10_000 }],
    included: [],
    discount_amount: 0,
    tax_added_amount: 0,
    tax_included_amount: 0,
    amount: 10_000,
    due_amount: 10_000,
    currency: 'EUR',
    interval: null,
    trial_days: null,
    renewal_amount: null,
    instalments: [],
    country: null,
    asks_country: false,
    asks_code: false,
    asks_gift: true,
    seats_left: null,
    asks: [],
    seller: null,
    legal: { privacy_url: null, terms_url: null, withdrawal_url: null },
    as_gift: false,
    quantity: 1,
    promo_code: null,
    code_problem: null,
    price_id: null,
    choices: [],
  })
})

test('the page says what the offer gives, and for how long', async () => {
  const { api, course, show } = await shop()
  const add = (item: object) =>
    api.offerItems.create({ path: { id: course.id }, body: { kind: 'other', ...item } as never })
  await add({ name: 'A call with the teacher' })
  await add({ name: 'Library', term_days: 30 })
  expect((await show()).included).toEqual([
    { name: 'A call with the teacher', term_days: null },
    { name: 'Library', term_days: 30 },
  ])
})

test('the page shows the period of a subscription, and the parts of an instalment plan', async () => {
  const { api, course, show } = await shop()
  const price = (fields: object) =>
    api.prices.create({ path: { id: course.id }, body: { amount: 9000, currency: 'EUR', ...fields } })
  const monthly = await price({ interval: { unit: 'month', count: 1 } })
  expect(await show({ price: monthly.id })).toMatchObject({
    amount: 9000,
    interval: { unit: 'month', count: 1 },
  })
  const halves = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
  const parts = await price({ instalments: halves })
  expect((await show({ price: parts.id })).instalments.map(({ amount }) => amount)).toEqual([4500, 4500])
})

test('taxes are those of the country, which is asked for where they differ', async () => {
  const { api, show, set } = await shop()
  const rate = { name: 'VAT', included: false }
  await set({ taxes: { country: 'DE' } })
  await api.taxRates.replace({ body: { rates: [{ ...rate, country: 'DE', basis_points: 1900 }] } })
  expect(await show()).toMatchObject({ asks_country: false, tax_added_amount: 1900, country: 'DE' })
  await api.taxRates.replace({
    body: {
      rates: [
        { ...rate, country: 'DE', basis_points: 1900 },
        { ...rate, country: 'FR', basis_points: 2000 },
      ],
    },
  })
  expect(await show({ country: 'FR' })).toMatchObject({
    asks_country: true,
    tax_added_amount: 2000,
    amount: 12_000,
    country: 'FR',
  })
  // A link can have anything.
  for (const country of ['ZZ', 'SU', 'fr', '<b>'])
    expect(await show({ country })).toMatchObject({ country: 'DE', tax_added_amount: 1900 })
})

test('a promo code counts, or the page says why not', async () => {
  const { api, show } = await shop()
  await api.promoCodes.create({ body: { code: 'SPRING', kind: 'percent', percent: 20 } })
  expect(await show({ promo_code: 'spring' })).toMatchObject({
    asks_code: true,
    discount_amount: 2000,
    amount: 8000,
    promo_code: 'SPRING',
    code_problem: null,
  })
  expect(await show({ promo_code: 'AUTUMN' })).toMatchObject({
    amount: 10_000,
    promo_code: null,
    code_problem: 'promo_code_unknown',
  })
})

test('an offer that is not sold, and one of another school, have no page', async () => {
  const { api, course, show } = await shop()
  const other = await shop()
  await expect(show({ offer_id: other.course.id })).rejects.toEqual(refused(404, 'not_found'))
  await api.offers.update({ path: { id: course.id }, body: { status: 'archived' } })
  await expect(show()).rejects.toEqual(refused(404, 'not_found'))
})

test('buying makes a confirmed checkout and an order of the person, and leads to its payment', async () => {
  const { api, people, buy, orders, utm } = await shop()
  const { payment_path } = await buy()
  expect(payment_path).toMatch(/^\/pay\/[\w.-]{50,}$/)
  const [order] = await orders()
  expect(order).toMatchObject({ status: 'waiting_payment', amount: 10_000 })
  const person = await people.users.get({ path: { id: order!.user_id } })
  expect(person).toMatchObject({ email: 'eve@school.org', first_name: 'Eve', last_name: 'Lee' })
  expect(await api.checkouts.get({ path: { id: order!.checkout_id! } })).toMatchObject({
    status: 'confirmed',
    user_id: person.id,
    order_id: order!.id,
    utm,
    referrer: 'https://news.example/',
  })
})

test('the same form makes one order, however often and at the same time it is sent', async () => {
  const { buy, orders } = await shop()
  const key = newId('job')
  const sent = await Promise.allSettled(Array.from({ length: 6 }, () => buy({}, { idempotencyKey: key })))
  const paymentPaths = sent.flatMap(each => (each.status === 'fulfilled' ? [each.value.payment_path] : []))
  expect(new Set(paymentPaths).size).toBe(1)
  for (const each of sent)
    if (each.status === 'rejected') expect(each.reason).toEqual(refused(409, 'idempotency_in_progress'))
  expect((await buy({}, { idempotencyKey: key })).payment_path).toBe(paymentPaths[0])
  expect(await orders()).toHaveLength(1)
})

test('nobody orders at another price than the page has shown, and nothing is left of the attempt', async () => {
  const { api, course, buy, orders } = await shop()
  await api.offers.update({ path: { id: course.id }, body: { amount: 11_000 } })
  await expect(buy()).rejects.toEqual(refused(409, 'price_changed'))
  await expect(buy({ amount: '11000', currency: 'USD' })).rejects.toEqual(refused(409, 'price_changed'))
  expect(await orders()).toEqual([])
  expect((await api.checkouts.list()).data).toEqual([])
  await buy({ amount: '11000' })
  expect(await orders()).toMatchObject([{ amount: 11_000 }])
})

test('nothing that is typed is left out: it is in the order, or nothing is ordered', async () => {
  const { api, course, buy, orders, set } = await shop()
  await set({ taxes: { country: 'DE' } })
  const rate = { name: 'VAT', included: false }
  const rates = ['DE', 'FR'].map((country, index) => ({ ...rate, country, basis_points: 1900 + 100 * index }))
  await api.taxRates.replace({ body: { rates } })
  await api.promoCodes.create({ body: { code: 'HALF', kind: 'percent', percent: 50 } })
  const monthly = { amount: 900, currency: 'EUR', interval: { unit: 'month' as const, count: 1 } }
  const price = await api.prices.create({ path: { id: course.id }, body: monthly })
  const halves = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
  const inParts = { amount: 10_000, currency: 'EUR', instalments: halves }
  const parts = await api.prices.create({ path: { id: course.id }, body: inParts })
  const shown = { amount: '11900' }
  for (const [typed, reason] of [
    [{ promo_code: 'half' }, 'price_changed'],
    [{ country: 'FR' }, 'price_changed'],
    [{ price: price.id }, 'price_changed'],
    // The same sum, but half of it is due later.
    [{ price: parts.id }, 'price_changed'],
    [{ promo_code: 'SUMMER' }, 'promo_code_unknown'],
    [{ promo_code: 'x'.repeat(41) }, 'promo_code_unknown'],
    [{ country: 'ZZ' }, 'invalid_body'],
    [{ email: 'ann' }, 'invalid_body'],
    [{ last_name: 'x'.repeat(101) }, 'invalid_body'],
  ] as const)
    await expect(buy({ ...shown, ...typed })).rejects.toMatchObject({ reason })
  expect(await orders()).toEqual([])
  await buy({ promo_code: 'half', country: 'FR', price: price.id, shown_price: price.id, amount: '540' })
  expect(await orders()).toMatchObject([
    { amount: 540, country: 'FR', discount: { code: 'HALF' }, items: [{ price_id: price.id }] },
  ])
})

test('the page offers each active price, with what is due', async () => {
  const { api, course, show } = await shop()
  const add = (body: object) =>
    api.prices.create({ path: { id: course.id }, body: { amount: 9000, currency: 'EUR', ...body } })
  const halves = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
  const parts = await add({ name: 'In parts', instalments: halves })
  const archived = await add({ name: 'Old' })
  await api.prices.update({ path: { id: course.id, priceId: archived.id }, body: { status: 'archived' } })
  const { choices, price_id } = await show({ price: parts.id })
  expect(price_id).toBe(parts.id)
  expect(choices).toMatchObject([
    { price_id: null, amount: 10_000, due_amount: 10_000 },
    { price_id: parts.id, name: 'In parts', amount: 9000, due_amount: 4500 },
  ])
  // A link may lead beyond those that fit: that price is a choice all the same.
  for (let index = 0; index < 9; index++) await add({ name: `Price ${index}` })
  const last = await add({ name: 'By link' })
  const many = await show({ price: last.id })
  expect(many.choices).toHaveLength(10)
  expect(many.choices.at(-1)).toMatchObject({ price_id: last.id, name: 'By link' })
  await expect(show({ price: newId('prc') })).rejects.toEqual(refused(404, 'not_found'))
})

test('a code that the person has used up is refused once they are known', async () => {
  const { api, buy, orders } = await shop()
  await api.promoCodes.create({
    body: { code: 'ONCE', kind: 'percent', percent: 50, max_uses_per_person: 1 },
  })
  const half = { promo_code: 'ONCE', amount: '5000' }
  await buy(half)
  await expect(buy(half)).rejects.toEqual(refused(422, 'promo_code_used_by_person'))
  expect(await orders()).toMatchObject([{ amount: 5000, discount: { code: 'ONCE' } }])
  expect((await api.checkouts.list()).data).toHaveLength(1)
})

test('what costs nothing is paid at once, and its page says so', async () => {
  const { caller, api, buy, orders } = await shop()
  await api.promoCodes.create({ body: { code: 'FREE', kind: 'percent', percent: 100 } })
  const { payment_path } = await buy({ promo_code: 'FREE', amount: '0' })
  expect(await orders()).toMatchObject([{ status: 'paid', amount: 0 }])
  const { paymentPages } = system.internal('commerce', commerceContract.internal, { school: caller.school })
  const token = payment_path.slice('/pay/'.length)
  const { data } = await paymentPages.show({ body: { ...somePageVisit, token, submitted: false } })
  expect(data).toMatchObject({ status: 'paid', order_amount: 0 })
})

test('the share of an order belongs to the partner whose link led to the school, as its settings say', async () => {
  const { api, buy, orders, set } = await shop()
  const partner = async (name: string) =>
    (await api.partners.create({ body: { name, code: name, basis_points: 1000 } })).id
  const [blog, market] = [await partner('blog'), await partner('market')]
  const click = (code: string, daysAgo: number) => ({ code, at: agoOf(daysAgo) })
  const bought = async (...partner_clicks: ReturnType<typeof click>[]) => {
    await buy({ email: `${newId('usr').slice(4)}@school.org` }, { partner_clicks })
    return (await orders()).at(-1)!.partner_id
  }
  expect(await bought()).toBeNull()
  expect(await bought(click('blog', 0))).toBe(blog)
  expect(await bought(click('nobody', 0))).toBeNull()
  expect(await bought(click('blog', 29), click('market', 1))).toBe(market)
  expect(await bought(click('blog', 31))).toBeNull()
  await set({ partners: { attribution: 'first', cookie_days: 7 } })
  expect(await bought(click('blog', 6), click('market', 1))).toBe(blog)
  // The first one had ended when the second one came.
  expect(await bought(click('blog', 9), click('market', 1))).toBe(market)
})
