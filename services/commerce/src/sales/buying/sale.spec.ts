// When an offer is sold and how often, and what a person has already: told before anything is ordered.
import { newId } from '@lms/contract'
import { eventually, somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import { buying, explainedAttempts } from './buying.contract.ts'

let system: TestSystem
let now = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

async function shop() {
  const base = await shopOf(system)
  const { api, course } = base
  const pages = system.internal('commerce', { buying }, { school: base.caller.school }).buying
  const form = { fields: {}, key: 'key' }
  const show = (attempt: { reason: string; fields: string[] } | null = null, fields = {}) =>
    pages.show({ body: { ...somePageVisit, ...form, fields, attempt, offer_id: course.id } })
  const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
  const buy = (email: string, fields: Record<string, string> = {}) =>
    pages.buy({
      body: {
        ...{ offer_id: course.id, partner_clicks: [], utm, referrer: '' },
        fields: { email, amount: '10000', currency: 'EUR', ...fields },
      },
    })
  const change = (body: object) => api.offers.update({ path: { id: course.id }, body })
  const orders = async () => (await api.orders.list({ query: { sort: 'created_at', limit: 200 } })).data
  return { ...base, show, buy, change, orders }
}

test('an offer is sold in its window to the millisecond, and its page says when', async () => {
  const { api, ann, course, show, buy, change, orders } = await shop()
  await change({ sale_starts_at: '2026-11-22T12:00:00Z', sale_ends_at: '2026-11-22T14:00:00Z' })
  await expect(change({ sale_ends_at: '2026-11-22T11:00:00Z' })).rejects.toMatchObject({
    reason: 'sale_order',
  })
  const at = async (time: string) => {
    now = Date.parse(time)
    const order = await buy(`${newId('usr').slice(4)}@school.org`).then(
      () => 'ordered',
      error => error.reason,
    )
    const { data, content } = await show()
    return [order, data ? 'sold' : content.includes('not started') ? 'early' : 'over']
  }
  expect(await at('2026-11-22T11:59:59.999Z')).toEqual(['offer_not_on_sale', 'early'])
  expect((await show()).content).toContain('November 22, 2026')
  expect(await at('2026-11-22T12:00:00.000Z')).toEqual(['ordered', 'sold'])
  expect(await at('2026-11-22T13:59:59.999Z')).toEqual(['ordered', 'sold'])
  expect(await at('2026-11-22T14:00:00.000Z')).toEqual(['offer_not_on_sale', 'over'])
  const order = { user_id: ann.id, items: [{ offer_id: course.id }] }
  await expect(api.orders.create({ body: order })).rejects.toMatchObject({ reason: 'offer_not_on_sale' })
  expect(await orders()).toHaveLength(2)
})

test('a webinar leads to its cheapest offer that is on sale with a seat left, and else to one that says why not', async () => {
  const { api, ann, caller } = await shop()
  const asWebinars = { as: 'webinars', school: caller.school } as const
  const { buying: tills } = system.internal('commerce', { buying }, asWebinars)
  const webinar_id = newId('wbn')
  const offer = async (amount: number, fields: object = {}) => {
    const { id } = await api.offers.create({ body: { name: 'Colour', amount, currency: 'EUR', ...fields } })
    const item = { kind: 'webinar', name: 'Colour', resource_id: webinar_id } as const
    await api.offerItems.create({ path: { id }, body: item })
    return id
  }
  const found = async () => (await tills.find({ body: { webinar_id } })).offer_id
  expect(await found()).toBeNull()
  const coming = await offer(1_000, { sale_starts_at: new Date(now + 60_000).toISOString() })
  expect(await found()).toBe(coming)
  await offer(2_000, { sale_ends_at: new Date(now).toISOString() })
  const full = await offer(3_000, { seats: 1 })
  await api.orders.create({ body: { user_id: ann.id, items: [{ offer_id: full }] } })
  const open = await offer(4_000, { sale_ends_at: new Date(now + 1_000).toISOString(), seats: 1 })
  await offer(5_000)
  expect(await found()).toBe(open)
  now += 60_000
  expect(await found()).toBe(coming)
})

test('a price or an offer that has gone since the page was opened is told, and so is a number of no gift', async () => {
  const { api, course, show, buy, change, orders } = await shop()
  const body = { amount: 9_000, currency: 'EUR' }
  const { id: price } = await api.prices.create({ path: { id: course.id }, body })
  await api.prices.update({ path: { id: course.id, priceId: price }, body: { status: 'archived' } })
  const chosen = { price, amount: '9000' }
  await expect(buy('ann@school.org', chosen)).rejects.toMatchObject({ reason: 'price_unknown' })
  const { data, content } = await show({ reason: 'price_unknown', fields: [] }, chosen)
  expect(data).toMatchObject({ price_id: null, amount: 10_000 })
  expect(content).toContain('The price has changed')
  const none = { quantity: '0' }
  await expect(buy('ann@school.org', none)).rejects.toMatchObject({ reason: 'invalid_body' })
  const page = await show({ reason: 'invalid_body', fields: ['fields.quantity', 'quantity'] }, none)
  expect(page.content).toContain('Nothing was ordered yet')
  await change({ status: 'archived' })
  await expect(buy('ann@school.org')).rejects.toMatchObject({ reason: 'offer_unknown' })
  expect(explainedAttempts).toEqual(expect.arrayContaining(['offer_unknown', 'price_unknown']))
  await expect(show({ reason: 'offer_unknown', fields: [] })).rejects.toMatchObject({ status: 404 })
  expect(await orders()).toEqual([])
})

// Two hundred by hand: SEAT_RACE=200 npm test -- services/commerce/src/sales/buying/sale.spec.ts
const racers = Number(process.env.SEAT_RACE ?? 24)

test('orders of one moment take each seat once, and the page of the next one says that all are taken', async () => {
  const { show, buy, change, orders } = await shop()
  const seats = Math.ceil(racers / 3)
  await change({ seats })
  const results = await Promise.allSettled(
    Array.from({ length: racers }, (_, index) => buy(`person-${index}@school.org`)),
  )
  const reasons = results.flatMap(each => (each.status === 'rejected' ? [each.reason.reason] : []))
  expect(reasons).toEqual(Array(racers - seats).fill('offer_sold_out'))
  expect(await orders()).toHaveLength(seats)
  const after = await show({ reason: 'offer_sold_out', fields: [] })
  expect(after.data).toBeNull()
  expect(after.content).toContain('Nothing was ordered. It is sold out')
})

test('a seat is free again once its order is canceled or refunded, and gifts take one each', async () => {
  const { api, show, buy, change, orders, pay, refund } = await shop()
  await change({ seats: 3 })
  const gift = { gift: '1', shown_gift: '1' }
  await buy('ann@school.org', { ...gift, quantity: '2', amount: '20000' })
  expect((await show()).data).toMatchObject({ seats_left: 1 })
  await expect(buy('eve@school.org', { ...gift, quantity: '2', amount: '20000' })).rejects.toMatchObject({
    reason: 'offer_sold_out',
  })
  const again = await show({ reason: 'offer_sold_out', fields: [] }, { ...gift, quantity: '2' })
  expect(again.content).toContain('fewer seats are left than you want')
  await buy('eve@school.org')
  const [gifts, eves] = await orders()
  await expect(buy('dan@school.org')).rejects.toMatchObject({ reason: 'offer_sold_out' })
  await api.orders.cancel({ path: { id: eves!.id } })
  expect((await show()).data).toMatchObject({ seats_left: 1 })
  const payment = await pay(gifts!.id)
  // Who redeems a gift takes no further seat.
  const [code] = (await api.gifts.list({ query: { order_id: gifts!.id } })).data.map(each => each.code!)
  await api.gifts.redeem({ body: { code: code!, user_id: gifts!.user_id } })
  expect((await show()).data).toMatchObject({ seats_left: 1 })
  await refund(payment.id)
  await eventually('the seats', async () => (await show()).data?.seats_left === 3)
  // By staff, too: also when an order grows.
  const order = await api.orders.create({
    body: { user_id: gifts!.user_id, items: [{ offer_id: gifts!.items[0]!.offer_id, quantity: 3 }] },
  })
  await expect(
    api.orderItems.update({ path: { id: order.id, itemId: order.items[0]!.id }, body: { quantity: 4 } }),
  ).rejects.toMatchObject({ reason: 'offer_sold_out' })
})

test('a course that the person has is told before anything is ordered, and ordered all the same if they say so', async () => {
  const { api, people, ann, course, show, buy, orders } = await shop()
  const group = await people.groups.create({ body: { name: 'Bakers' } })
  const item = { kind: 'group' as const, resource_id: group.id, name: 'Baking' }
  await api.offerItems.create({ path: { id: course.id }, body: { kind: 'other', name: 'A call' } })
  await api.offerItems.create({ path: { id: course.id }, body: item })
  await people.members.add({ path: { id: group.id }, body: { user_id: ann.id } })
  await expect(buy('ann@school.org')).rejects.toMatchObject({
    reason: 'already_owned',
    details: [{ path: 'included.1', message: 'Baking' }],
  })
  expect(await orders()).toEqual([])
  const again = await show({ reason: 'already_owned', fields: ['included.1'] }, { email: 'ann@school.org' })
  expect(again.content).toContain('has this already: Baking.')
  expect(again.content).toContain('name="again"')
  // Another person has it not, and one may give it away.
  await buy('eve@school.org')
  await buy('ann@school.org', { gift: '1', shown_gift: '1' })
  await buy('ann@school.org', { again: '1' })
  expect(await orders()).toHaveLength(3)
})
