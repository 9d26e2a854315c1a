import { eventually, randomHex, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  system = await startSystem({ services: [usersService, commerceService], clock })
})
afterAll(() => system.stop())

async function shop() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const people = system.client('users', usersContract.resources, caller)
  type NewCode = Parameters<typeof api.promoCodes.create>[0]['body']
  type Applied = Parameters<typeof api.orderDiscounts.apply>[0]['body']
  const person = () => people.users.create({ body: { email: `${randomHex(12)}@school.org` } })
  const offer = (name: string, amount: number) =>
    api.offers.create({ body: { name, amount, currency: 'EUR' } })
  const [ann, course, book] = await Promise.all([person(), offer('Course', 9_999), offer('Book', 1_000)])
  const code = (text: string, fields: Partial<NewCode> = {}) =>
    api.promoCodes.create({ body: { code: text, kind: 'percent', percent: 20, ...fields } })
  const items = [{ offer_id: course.id }, { offer_id: book.id }]
  const order = (
    promo_code: string | null = null,
    user_id = ann.id,
    idempotencyKey: string = randomHex(16),
  ) => api.orders.create({ body: { user_id, items, promo_code }, idempotencyKey })
  const usesOf = async ({ id }: { id: string }) => (await api.promoCodes.get({ path: { id } })).uses_count
  const check = (promo_code: string, user_id: string | null = ann.id) =>
    api.promoCodeChecks.check({ body: { items, promo_code, user_id: user_id as never } })
  const apply = (id: string, body: Applied) => api.orderDiscounts.apply({ path: { id }, body })
  const takeOff = (id: string) => api.orderDiscounts.delete({ path: { id } })
  return { api, people, person, ann, course, book, code, items, order, usesOf, check, apply, takeOff }
}

const refusedFor = (reason: string) => ({ status: 422, reason })

test('an order with a code costs what check and preview said, and the code counts it', async () => {
  const { api, code, items, order, usesOf, check, ann, course } = await shop()
  const spring = await code('SPRING', { offer_ids: [course.id] })
  const checked = await check('spring')
  expect(checked).toMatchObject({ valid: true, reason: null, discount_amount: 2_000 })
  const previewed = await api.orders.preview({ body: { items, promo_code: ' spring ', user_id: ann.id } })
  expect(await usesOf(spring)).toBe(0)
  const createdOrder = await order('Spring')
  expect(createdOrder).toMatchObject({
    items_amount: 10_999,
    discount_amount: 2_000,
    amount: 8_999,
    discount: { kind: 'promo_code', promo_code_id: spring.id, code: 'SPRING', percent: 20 },
    items: [{ discount_amount: 2_000 }, { discount_amount: 0 }],
  })
  expect([previewed.amount, previewed.discount]).toEqual([createdOrder.amount, createdOrder.discount])
  expect(checked.discount).toEqual(createdOrder.discount)
  expect(await usesOf(spring)).toBe(1)
})

test('a code that gives nothing is explained by check, and refused by an order for the same reason', async () => {
  const { api, code, order, usesOf, check, ann, person } = await shop()
  const [used] = await Promise.all([
    code('ONCE', { max_uses_per_person: 1 }),
    code('FIRST', { first_order_only: true }),
    code('OTHER', { currency: 'USD' }),
    code('MORE', { currency: 'EUR', minimum_amount: 11_000 }),
    code('LATER', { starts_at: '2999-01-01T00:00:00Z' }),
  ])
  const { id } = await order('ONCE')
  await api.orders.markPaid({ path: { id }, body: {} })
  for (const [entered, reason] of [
    ['NONE', 'promo_code_unknown'],
    ['ONCE', 'promo_code_used_by_person'],
    ['FIRST', 'promo_code_first_order_only'],
    ['OTHER', 'promo_code_other_currency'],
    ['MORE', 'promo_code_below_minimum'],
    ['LATER', 'promo_code_early'],
  ] as const) {
    expect(await check(entered)).toMatchObject({
      valid: false,
      reason,
      message: expect.any(String),
      discount: null,
    })
    await expect(order(entered)).rejects.toMatchObject(refusedFor(reason))
  }
  expect(await usesOf(used)).toBe(1)
  const ben = await person()
  for (const [entered, user] of [
    ['ONCE', ben.id],
    ['FIRST', ben.id],
    ['ONCE', null],
  ] as const)
    expect(await check(entered, user)).toMatchObject({ valid: true })
  await expect(check('ONCE', ann.id.replace(/.{4}$/, '0000'))).rejects.toMatchObject({
    reason: 'user_unknown',
  })
})

test('a code for groups works for their members', async () => {
  const { people, code, order, ann, person } = await shop()
  const [group, other] = await Promise.all([
    people.groups.create({ body: { name: 'Spring' } }),
    people.groups.create({ body: { name: 'Autumn' } }),
  ])
  const [ben] = await Promise.all([person(), code('MEMBERS', { group_ids: [other.id, group.id] })])
  await people.members.add({ path: { id: group.id }, body: { user_ids: [ben.id] } })
  await expect(order('MEMBERS', ann.id)).rejects.toMatchObject(refusedFor('promo_code_other_people'))
  expect(await order('MEMBERS', ben.id)).toMatchObject({ discount_amount: 2_200 })
})

test('a gift code adds its offer free of charge, which leaves the order with the code', async () => {
  const { api, code, order, usesOf, apply, takeOff, book } = await shop()
  const mug = await api.offers.create({ body: { name: 'Mug', amount: 500, currency: 'USD' } })
  const gift = await code('MUG', { kind: 'gift', percent: null, gift_offer_id: mug.id })
  const createdOrder = await order('MUG')
  expect(createdOrder).toMatchObject({ amount: 10_999, discount_amount: 0, discount: { code: 'MUG' } })
  expect(createdOrder.items[2]).toMatchObject({ offer_id: mug.id, gift: true, quantity: 1, amount: 0 })
  const { path } = { path: { id: createdOrder.id, itemId: createdOrder.items[2]!.id } }
  await expect(api.orderItems.delete({ path })).rejects.toMatchObject({ reason: 'gift_item_fixed' })
  const without = await takeOff(createdOrder.id)
  expect([without.discount, without.items.map(({ offer_id }) => offer_id)]).toEqual([
    null,
    [createdOrder.items[0]!.offer_id, book.id],
  ])
  expect(await usesOf(gift)).toBe(0)
  const again = await apply(createdOrder.id, { promo_code: 'mug' })
  expect(again.items).toHaveLength(3)
  expect(await usesOf(gift)).toBe(1)
})

test('a discount is applied, replaced and taken off while nothing is paid', async () => {
  const { api, code, order, usesOf, apply, takeOff } = await shop()
  const [spring, summer] = await Promise.all([
    code('SPRING', { max_uses: 1 }),
    code('SUMMER', { kind: 'amount', percent: null, amount_off: 10_000, currency: 'EUR' }),
  ])
  const { id } = await order()
  expect(await apply(id, { promo_code: 'SPRING' })).toMatchObject({ amount: 8_799, discount_amount: 2_200 })
  const same = await apply(id, { promo_code: 'SPRING' })
  expect([same.amount, same.version]).toEqual([8_799, 2])
  expect(await apply(id, { promo_code: 'SUMMER' })).toMatchObject({ amount: 999, discount_amount: 10_000 })
  expect([await usesOf(spring), await usesOf(summer)]).toEqual([0, 1])
  const byHand = await apply(id, { amount_off: 999, reason: 'A late delivery' })
  expect(byHand).toMatchObject({ amount: 10_000, discount: { kind: 'manual', reason: 'A late delivery' } })
  expect(await usesOf(summer)).toBe(0)
  expect(await apply(id, { percent: 50, reason: 'A friend' })).toMatchObject({ amount: 5_499 })
  await expect(apply(id, { promo_code: 'WINTER' })).rejects.toMatchObject(refusedFor('promo_code_unknown'))
  expect(await api.orders.get({ path: { id } })).toMatchObject({ amount: 5_499 })
  expect(await takeOff(id)).toMatchObject({ amount: 10_999, discount: null })
  const again = await takeOff(id)
  await api.orders.markPaid({ path: { id }, body: {} })
  expect(again.version).toBe(6)
  for (const change of [takeOff(id), apply(id, { promo_code: 'SPRING' })])
    await expect(change).rejects.toMatchObject({ status: 409, reason: 'order_already_paid' })
  expect(await usesOf(spring)).toBe(0)
  // Never below nothing, which is paid at once.
  const free = await apply((await order()).id, { amount_off: 20_000, reason: 'A guest' })
  expect(free).toMatchObject({ amount: 0, discount_amount: 10_999, status: 'paid' })
})

test('a canceled order gives the use of its code back, once', async () => {
  const { api, code, order, usesOf } = await shop()
  const once = await code('ONCE', { max_uses: 1 })
  const { id } = await order('ONCE')
  await expect(order('ONCE')).rejects.toMatchObject(refusedFor('promo_code_used_up'))
  const cancel = () => api.orders.cancel({ path: { id } })
  const all = await Promise.allSettled([cancel(), cancel(), cancel()])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await usesOf(once)).toBe(0)
  await order('ONCE')
  await expect(cancel()).rejects.toMatchObject({ reason: 'order_canceled' })
  expect(await usesOf(once)).toBe(1)
})

test('an expired order gives the use of its code back, and takes it again with late money', async () => {
  const { api, code, items, order, usesOf, ann } = await shop()
  const once = await code('ONCE', { max_uses: 1 })
  const expires_at = new Date(now + 60_000).toISOString()
  const { id } = await api.orders.create({
    body: { user_id: ann.id, items, promo_code: 'ONCE', expires_at },
  })
  const get = () => api.orders.get({ path: { id } })
  now += 60_000
  await eventually('the order to expire', async () => (await get()).status === 'expired')
  expect(await usesOf(once)).toBe(0)
  const other = await order('ONCE')
  // The order keeps its price, so both orders have used the code in the end.
  await api.payments.create({ body: { order_id: id, amount: 1 } })
  await api.orders.markPaid({ path: { id }, body: {} })
  expect(await get()).toMatchObject({ status: 'paid', amount: 8_799, discount: { code: 'ONCE' } })
  expect(await usesOf(once)).toBe(2)
  await api.orders.cancel({ path: { id: other.id } })
  expect(await usesOf(once)).toBe(1)
})

test.each([
  ['two discounts', { promo_code: 'SPRING', percent: 10, reason: 'Both' }],
  ['none', { reason: 'None' }],
  ['a percentage without a reason', { percent: 10 }],
  ['a code with a reason', { promo_code: 'SPRING', reason: 'Why' }],
])('%s: the body is refused', async (_, body) => {
  const { order, apply } = await shop()
  await expect(apply((await order()).id, body)).rejects.toMatchObject({ status: 400 })
})

/** The reason of the refusal, or null; repeats a request that was not done because too many were in progress. */
async function repeated(ask: () => Promise<unknown>): Promise<string | null> {
  for (;;) {
    const refused = await ask().then(
      () => null,
      error => error,
    )
    if (refused?.refusal?.status === 503 || refused?.reason === 'idempotency_in_progress') continue
    return refused && (refused.reason ?? String(refused))
  }
}

test('of 1,000 simultaneous orders with a code for 100, exactly 100 get it', async () => {
  const { code, order, usesOf, api, ann } = await shop()
  const last = await code('LAST', { max_uses: 100 })
  let remaining = 1000
  const reasons: (string | null)[] = []
  const orders = async () => {
    while (remaining-- > 0) {
      const key = randomHex(16)
      reasons.push(await repeated(() => order('LAST', ann.id, key)))
    }
  }
  // As many at once as a school's requests may wait for connections.
  await Promise.all(Array.from({ length: 200 }, orders))
  expect(reasons).toHaveLength(1000)
  expect(reasons.filter(reason => reason === null)).toHaveLength(100)
  expect(new Set(reasons)).toEqual(new Set([null, 'promo_code_used_up']))
  expect(await usesOf(last)).toBe(100)
  const { data } = await api.orders.list({ query: { limit: '101' } })
  expect(data).toHaveLength(100)
}, 300_000)

test('simultaneous orders of one person do not pass the limits of a person', async () => {
  const { code, order, usesOf } = await shop()
  const [twice, first] = await Promise.all([
    code('TWICE', { max_uses_per_person: 2 }),
    code('FIRST', { first_order_only: true }),
  ])
  const many = (text: string) =>
    Promise.allSettled(Array.from({ length: 12 }, () => order(text))).then(
      all => all.filter(({ status }) => status === 'fulfilled').length,
    )
  expect(await Promise.all([many('TWICE'), many('FIRST')])).toEqual([2, 1])
  expect(await Promise.all([usesOf(twice), usesOf(first)])).toEqual([2, 1])
})

test('orders that exchange their codes at once do not wait for each other in a circle', async () => {
  const { code, order, usesOf, apply } = await shop()
  const [one, other] = await Promise.all([code('ONE'), code('OTHER')])
  const orders = await Promise.all([order('ONE'), order('OTHER'), order('ONE'), order('OTHER')])
  for (const [here, there] of [
    ['OTHER', 'ONE'],
    ['ONE', 'OTHER'],
  ] as const)
    await Promise.all(orders.map(({ id }, index) => apply(id, { promo_code: index % 2 ? there : here })))
  expect([await usesOf(one), await usesOf(other)]).toEqual([2, 2])
})
