// Whose order a checkout becomes, after the contact of an abandoned one was corrected, and how much one holds.
import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
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
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

async function shop() {
  const { api, caller, people, ann, course } = await shopOf(system)
  const ben = await people.users.create({ body: { email: 'ben@school.org' } })
  const visitor = { ...caller, key: newId('key'), kind: 'publishable', role: 'student' } as const
  const page = system.client('commerce', commerceContract.resources, visitor).checkouts
  const items = [{ offer_id: course.id }]
  /** Nobody changes it for more than an hour. */
  const abandon = async (id: string) => {
    now += 61 * 60_000
    await system.services.commerce!.workOffTasks()
    return api.checkouts.get({ path: { id } })
  }
  const buyerOf = async (id: string) => {
    const { order_id } = await page.confirm({ path: { id } })
    return (await api.orders.get({ path: { id: order_id! } })).user_id
  }
  return { api, people, page, items, ann, ben, abandon, buyerOf }
}

test('a visitor who corrects the contact of an abandoned checkout buys for themselves', async () => {
  const { page, items, ann, ben, abandon, buyerOf } = await shop()
  const { id } = await page.create({ body: { items, email: 'ben@school.org' } })
  expect(await abandon(id)).toMatchObject({ status: 'abandoned', user_id: ben.id })
  await page.update({ path: { id }, body: { first_name: 'Ann' } })
  await page.update({ path: { id }, body: { email: 'ann@school.org' } })
  expect(await buyerOf(id)).toBe(ann.id)
})

test('a visitor goes on with an abandoned checkout after its person has left the school', async () => {
  const { api, page, people, items, ben, abandon, buyerOf } = await shop()
  const { id } = await page.create({ body: { items, email: 'ben@school.org' } })
  expect(await abandon(id)).toMatchObject({ user_id: ben.id })
  await people.users.delete({ path: { id: ben.id } })
  await eventually('the erasure', () =>
    api.orders.preview({ body: { items, user_id: ben.id } }).then(
      () => false,
      () => true,
    ),
  )
  const buyer = await buyerOf(id)
  expect(buyer).not.toBe(ben.id)
  expect(await people.users.get({ path: { id: buyer } })).toMatchObject({ email: 'ben@school.org' })
})

test('a basket that is full refuses the gift of a code, as an order does', async () => {
  const { api, page, items } = await shop()
  const mug = await api.offers.create({ body: { name: 'Mug', amount: 500, currency: 'EUR' } })
  await api.promoCodes.create({ body: { code: 'MUG', kind: 'gift', gift_offer_id: mug.id } })
  const full = Array.from({ length: 100 }, () => items[0]!)
  const refused = { status: 422, reason: 'contents_too_many' }
  const basket = { items: full, promo_code: 'MUG' }
  await expect(api.orders.preview({ body: basket })).rejects.toMatchObject(refused)
  await expect(page.create({ body: basket })).rejects.toMatchObject(refused)
})

test('a checkout that names its person stays theirs, whatever its contact', async () => {
  const { api, items, ann, abandon, buyerOf } = await shop()
  const { id } = await api.checkouts.create({ body: { items, user_id: ann.id } })
  expect(await abandon(id)).toMatchObject({ status: 'abandoned', user_id: ann.id })
  await api.checkouts.update({ path: { id }, body: { email: 'ben@school.org' } })
  expect(await buyerOf(id)).toBe(ann.id)
})
