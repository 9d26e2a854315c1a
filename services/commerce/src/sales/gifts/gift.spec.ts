import { newId } from '@lms/contract'
import { asOwner, eventually, randomHex, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

async function shop() {
  const base = await shopOf(system)
  const { api, people, ann, course } = base
  const ben = await people.users.create({ body: { email: `${randomHex(8)}@school.org` } })
  const bought = (quantity = 1) =>
    api.orders.create({
      body: { user_id: ann.id, items: [{ offer_id: course.id, quantity }], as_gift: true },
    })
  const giftsOf = async (order_id: string) =>
    (await api.gifts.list({ query: { order_id, sort: 'created_at' } })).data
  const issue = (fields: object = {}) =>
    api.gifts.create({ body: { kind: 'money', amount: 15_000, currency: 'EUR', ...fields } })
  const redeem = (code: string | null, order_id: string | null = null, user_id: string = ben.id) =>
    api.gifts.redeem({ body: { code: code!, user_id: user_id as never, order_id: order_id as never } })
  const balanceOf = async (id: string) =>
    (await api.gifts.list({ query: { sort: '-created_at' } })).data.find(gift => gift.id === id)
  return { ...base, ben, bought, giftsOf, issue, redeem, balanceOf }
}

test('an order for others gives a gift for each item once it is paid, and not its buyer', async () => {
  const { bought, pay, giftsOf, ann, course, redeem, orderNow, ben } = await shop()
  const { id } = await bought(2)
  expect(await giftsOf(id)).toEqual([])
  await pay(id)
  const createdGifts = await giftsOf(id)
  expect(createdGifts).toHaveLength(2)
  const [one, other] = createdGifts
  expect(one).toMatchObject({
    kind: 'offer',
    status: 'active',
    offer_id: course.id,
    name: 'Course',
    amount: 10_000,
    currency: 'EUR',
    user_id: ann.id,
    redeemer_user_id: null,
  })
  expect(one!.code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){3}[2-9A-HJKMNP-TV-Z]{4}$/)
  expect([one!.hint, one!.code === other!.code]).toEqual([one!.code!.slice(-4), false])

  const redeemed = await redeem(one!.code!.toLowerCase().replaceAll('-', ' '))
  expect(redeemed).toMatchObject({
    amount: 0,
    gift: { id: one!.id, status: 'redeemed', code: null, redeemer_user_id: ben.id },
  })
  expect(await orderNow(redeemed.order_id)).toMatchObject({
    user_id: ben.id,
    status: 'paid',
    as_gift: false,
    amount: 0,
    items_amount: 10_000,
    discount: { kind: 'gift' },
    items: [{ offer_id: course.id, quantity: 1 }],
  })
  await expect(redeem(one!.code)).rejects.toMatchObject({ status: 409, reason: 'gift_redeemed' })
})

test('a gift gives access to the person who redeems it, and to nobody before', async () => {
  const { api, people, bought, pay, giftsOf, course, redeem, ben } = await shop()
  const group = await people.groups.create({ body: { name: 'Spring' } })
  const groupItem = { kind: 'group', resource_id: group.id, name: 'A place' } as const
  await api.offerItems.create({ path: { id: course.id }, body: groupItem })
  const members = async () =>
    (await people.members.list({ path: { id: group.id }, query: {} })).data.map(({ user_id }) => user_id)
  const { id } = await bought()
  await pay(id)
  const [gift] = await giftsOf(id)
  await redeem(gift!.code)
  // The events of orders come in their order, so Ann's has been seen by then.
  await eventually('the place in the group', async () => (await members()).length > 0)
  expect(await members()).toEqual([ben.id])
})

test('a gift gives what was sold, whatever becomes of the offer', async () => {
  const { api, bought, pay, giftsOf, course, redeem, orderNow } = await shop()
  await api.offerItems.create({ path: { id: course.id }, body: { kind: 'other', name: 'Lessons' } })
  const { id } = await bought()
  await pay(id)
  await api.offers.update({ path: { id: course.id }, body: { name: 'New', amount: 1, status: 'archived' } })
  const [gift] = await giftsOf(id)
  const { order_id } = await redeem(gift!.code)
  const { items } = await orderNow(order_id)
  expect(items).toMatchObject([{ name: 'Course', unit_amount: 10_000, contents: [{ name: 'Lessons' }] }])
})

test('simultaneous redemptions of a gift make one order', async () => {
  const { api, issue, redeem, ben, course } = await shop()
  const { code } = await issue({ kind: 'offer', amount: null, currency: null, offer_id: course.id })
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(code)))
  const refused = all.flatMap(each => (each.status === 'rejected' ? [each.reason.reason] : []))
  expect(refused).toEqual(Array(19).fill('gift_redeemed'))
  expect((await api.orders.list({ query: { user_id: ben.id } })).data).toHaveLength(1)
})

test('a certificate pays orders in parts until nothing is left', async () => {
  const { order, issue, redeem, orderNow, balanceOf, ann, api, typesOf } = await shop()
  const certificate = await issue({ user_id: ann.id })
  const [one, other] = [await order(), await order()]
  const paid = await redeem(certificate.code, one.id, ann.id)
  expect(paid).toMatchObject({ amount: 10_000, gift: { status: 'active', balance: 5_000 } })
  expect(await orderNow(one.id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(await api.payments.get({ path: { id: paid.payment_id } })).toMatchObject({
    method: 'certificate',
    provider_reference: certificate.id,
  })
  const rest = await redeem(certificate.code, other.id, ann.id)
  expect(rest).toMatchObject({ amount: 5_000, gift: { status: 'redeemed', balance: 0 } })
  expect(await orderNow(other.id)).toMatchObject({ status: 'waiting_payment', paid_amount: 5_000 })
  expect(await typesOf(other.id)).toEqual(['order.created', 'order.part_paid'])
  await expect(redeem(certificate.code, other.id, ann.id)).rejects.toMatchObject({ reason: 'gift_redeemed' })
  expect(await balanceOf(certificate.id)).toMatchObject({ amount: 15_000, code: null })
})

test('a certificate begins a subscription that it pays in full', async () => {
  const { api, course, issue, redeem, ann } = await shop()
  const monthly = await api.prices.create({
    path: { id: course.id },
    body: { name: 'Monthly', amount: 900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
  })
  const items = [{ offer_id: course.id, price_id: monthly.id }]
  const { id } = await api.orders.create({ body: { user_id: ann.id, items } })
  const { code } = await issue()
  expect(await redeem(code, id, ann.id)).toMatchObject({ amount: 900, gift: { balance: 14_100 } })
  const { data } = await api.subscriptions.list({ query: { user_id: ann.id } })
  expect(data).toMatchObject([{ status: 'active' }])
})

test('simultaneous payments with a certificate spend its money once', async () => {
  const { order, issue, redeem, orderNow, ann } = await shop()
  const { code } = await issue({ amount: 25_000 })
  const orders = await Promise.all(Array.from({ length: 8 }, () => order()))
  const all = await Promise.allSettled(orders.map(({ id }) => redeem(code, id, ann.id)))
  const spent = all.map(each => (each.status === 'fulfilled' ? each.value.amount : 0))
  expect(spent.sort((a, b) => b - a)).toEqual([10_000, 10_000, 5_000, 0, 0, 0, 0, 0])
  const paid = await Promise.all(orders.map(async ({ id }) => (await orderNow(id)).paid_amount))
  expect(paid.reduce((sum, each) => sum + each)).toBe(25_000)
})

test('a code is refused with the reason', async () => {
  const { api, order, issue, redeem, course, ann, ben } = await shop()
  const offer = await issue({ kind: 'offer', amount: null, currency: null, offer_id: course.id })
  const money = await issue()
  const dollars = await issue({ currency: 'USD' })
  const { id } = await order()
  const closed = await order()
  await api.orders.cancel({ path: { id: closed.id } })
  for (const [attempt, status, reason] of [
    [redeem('2222-2222-2222-2222'), 422, 'gift_unknown'],
    [redeem(offer.code, id, ann.id), 422, 'gift_order_invalid'],
    [redeem(money.code), 422, 'gift_order_invalid'],
    [redeem(money.code, newId('ord'), ann.id), 422, 'gift_order_invalid'],
    [redeem(money.code, id, ben.id), 422, 'gift_order_invalid'],
    [redeem(dollars.code, id, ann.id), 422, 'gift_other_currency'],
    [redeem(money.code, closed.id, ann.id), 409, 'order_canceled'],
    [redeem(offer.code, null, newId('usr')), 422, 'user_unknown'],
  ] as const)
    await expect(attempt).rejects.toMatchObject({ status, reason })
  const other = await shop()
  await expect(other.redeem(offer.code)).rejects.toMatchObject({ reason: 'gift_unknown' })
  await redeem(money.code, id, ann.id)
  await expect(redeem(money.code, id, ann.id)).rejects.toMatchObject({ reason: 'order_already_paid' })
})

test('a gift expires', async () => {
  const { issue, redeem, course } = await shop()
  const fields = { kind: 'offer', amount: null, currency: null, offer_id: course.id }
  const at = (ms: number) => new Date(now + ms).toISOString()
  await expect(issue({ ...fields, expires_at: at(0) })).rejects.toMatchObject({
    reason: 'gift_invalid',
    details: [{ path: 'body.expires_at' }],
  })
  const { code } = await issue({ ...fields, expires_at: at(60_000) })
  now += 60_000
  await expect(redeem(code)).rejects.toMatchObject({ status: 422, reason: 'gift_expired' })
})

test('a gift has the fields of its kind, and its offer is not deleted', async () => {
  const { api, issue, course } = await shop()
  for (const [fields, path] of [
    [{ offer_id: course.id }, 'body.offer_id'],
    [{ amount: null }, 'body.amount'],
    [{ kind: 'offer', offer_id: course.id, amount: null }, 'body.currency'],
  ] as const)
    await expect(issue(fields)).rejects.toMatchObject({ reason: 'gift_invalid', details: [{ path }] })
  const none = { kind: 'offer', amount: null, currency: null }
  await expect(issue({ ...none, offer_id: newId('off') })).rejects.toMatchObject({ reason: 'offer_unknown' })
  await issue({ ...none, offer_id: course.id })
  await expect(api.offers.delete({ path: { id: course.id } })).rejects.toMatchObject({ reason: 'offer_sold' })
})

test('a refund of the purchase takes all its gifts back, also what was redeemed with them; its dry run names all', async () => {
  const { bought, pay, giftsOf, redeem, refund, orderNow } = await shop()
  const { id } = await bought(3)
  const payment = await pay(id)
  const [one, ...others] = await giftsOf(id)
  const { order_id } = await redeem(one!.code)
  await refund(payment.id, { amount: 10_000 })
  expect((await giftsOf(id)).map(({ status }) => status)).toEqual(['redeemed', 'active', 'active'])
  const { consequences: planned } = await refund(payment.id, { dry_run: true })
  const { consequences } = await refund(payment.id)
  expect(planned).toEqual(consequences)
  expect(consequences).toMatchObject({
    access: [],
    gifts: [one!, ...others].map(gift => ({ gift_id: gift.id, status: 'canceled' })),
  })
  expect((await giftsOf(id)).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
  await expect(redeem(others[0]!.code)).rejects.toMatchObject({ status: 409, reason: 'gift_canceled' })
  await eventually(
    'the end of what was redeemed',
    async () => (await orderNow(order_id)).status === 'refunded',
  )
  await expect(redeem(one!.code)).rejects.toMatchObject({ reason: 'gift_canceled' })
})

test('a refund of what a gift has paid returns it to the gift', async () => {
  const { order, issue, redeem, refund, ann, course, balanceOf } = await shop()
  const money = await issue({ amount: 10_000 })
  const { id } = await order()
  const { payment_id } = await redeem(money.code, id, ann.id)
  const part = await refund(payment_id, { amount: 4_000 })
  expect(part.consequences.gifts).toEqual([{ gift_id: money.id, status: 'active' }])
  expect(await balanceOf(money.id)).toMatchObject({ status: 'active', balance: 4_000, code: money.code })
  await refund(payment_id)
  expect(await balanceOf(money.id)).toMatchObject({ balance: 10_000 })

  const offer = await issue({ kind: 'offer', amount: null, currency: null, offer_id: course.id })
  const redeemed = await redeem(offer.code)
  await refund(redeemed.payment_id)
  expect(await redeem(offer.code)).toMatchObject({ gift: { status: 'redeemed' } })
})

test('a subscription, and more than a hundred items, cannot be bought for others', async () => {
  const { api, bought, course, ann } = await shop()
  await expect(bought(101)).rejects.toMatchObject({ status: 422, reason: 'gifts_too_many' })
  const { id, items } = await bought(100)
  const path = { id, itemId: items[0]!.id }
  await expect(api.orderItems.update({ path, body: { quantity: 101 } })).rejects.toMatchObject({
    reason: 'gifts_too_many',
  })
  const monthly = await api.prices.create({
    path: { id: course.id },
    body: { name: 'Monthly', amount: 900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
  })
  const body = { user_id: ann.id, items: [{ offer_id: course.id, price_id: monthly.id }], as_gift: true }
  await expect(api.orders.create({ body })).rejects.toMatchObject({ reason: 'gift_of_subscription' })
})

test('a code is shown to its buyer and to those who may redeem gifts, and stored nowhere', async () => {
  const { caller, bought, pay, giftsOf, ann, ben, issue } = await shop()
  const { id } = await bought()
  await pay(id)
  await issue()
  const [gift] = await giftsOf(id)
  const listed = async (rights: object) =>
    (
      await system
        .client('commerce', commerceContract.resources, system.caller({ school: caller.school, ...rights }))
        .gifts.list({ query: {} })
    ).data.map(({ code }) => code)
  const reader = [['gifts:read']]
  expect(await listed({ rights: reader })).toEqual([null, null])
  expect(await listed({ rights: reader, role: 'student', user: ann.id })).toEqual([gift!.code])
  expect(await listed({ rights: reader, role: 'student', user: ben.id })).toEqual([])
  const { rows } = await asOwner(system.ownerUrl, client =>
    client.query(`select row_to_json(g)::text as text from commerce.gifts g where id = $1`, [gift!.id]),
  )
  const plain = gift!.code!.replaceAll('-', '')
  expect(rows).toHaveLength(1)
  for (const code of [gift!.code, plain]) expect(rows[0].text).not.toContain(code)
})
