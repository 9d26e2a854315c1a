// What a refund announces is compared with what is true afterwards: orders, accesses, places, subscriptions, gifts.
import { eventually, randomHex } from '@lms/testing'
import fc from 'fast-check'
import { type Clocked, startClockedSystem, subscribersOf } from '../../testing/subscribers.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
}, 120_000)
afterAll(() => world?.system.stop())

const sales = fc.record({
  kind: fc.constantFrom('plain', 'subscriptions', 'gifts'),
  /** In two payments. */
  inParts: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 2 }),
  trial: fc.boolean(),
  renewed: fc.boolean(),
  canceled: fc.boolean(),
  redeemed: fc.nat(2),
  /** The payment that is refunded, and whether all of it is. */
  target: fc.nat(),
  whole: fc.boolean(),
})
type Sale = typeof sales extends fc.Arbitrary<infer S> ? S : never
type School = Awaited<ReturnType<typeof subscribersOf>>

const personOf = async ({ people }: School) =>
  (await people.users.create({ body: { email: `${randomHex(8)}@school.org` } })).id

/** Sells as the case says. */
async function sell(sale: Sale, school: School): Promise<void> {
  const { api, ann, offer, price } = school
  const once = { offer_id: offer.id, quantity: sale.kind === 'gifts' ? sale.quantity : 1 }
  const other = await api.offers.create({ body: { name: 'Magazine', amount: 900, currency: 'EUR' } })
  const monthly = await price(sale.trial ? { trial_days: 7 } : {})
  const magazine = await api.prices.create({
    path: { id: other.id },
    body: { amount: 900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
  })
  const periodic = [
    { offer_id: offer.id, price_id: monthly.id },
    { offer_id: other.id, price_id: magazine.id },
  ].slice(0, sale.quantity)
  const items = sale.kind === 'subscriptions' ? periodic : [once]
  const body = { user_id: ann, items, as_gift: sale.kind === 'gifts' }
  const { id, status } = await api.orders.create({ body })
  if (sale.inParts && status !== 'paid') await api.payments.create({ body: { order_id: id, amount: 100 } })
  const path = { id }
  const paid =
    status === 'paid' ? await api.orders.get({ path }) : await api.orders.markPaid({ path, body: {} })
  if (sale.kind === 'gifts') await redeem(sale, id, school)
  const [first] = paid.items.flatMap(({ subscription_id }) => subscription_id ?? [])
  if (first && sale.renewed) await renew(first, school)
  if (first && sale.canceled) await api.subscriptions.cancel({ path: { id: first }, body: { at: 'now' } })
}

async function redeem({ redeemed }: Sale, order_id: string, school: School): Promise<void> {
  const { api } = school
  for (const { code } of (await api.gifts.list({ query: { order_id } })).data.slice(0, redeemed))
    await api.gifts.redeem({ body: { code: code!, user_id: await personOf(school), order_id: null } })
}

async function renew(id: string, { api, get }: School): Promise<void> {
  await world.goTo((await get(id)).next_charge_at!)
  const { open_order_id } = await get(id)
  await api.orders.markPaid({ path: { id: open_order_id! }, body: {} })
}

/** Waits until the events so far have had their effect: those of another order come after them. */
async function passed(school: School): Promise<void> {
  const { api, people, offer, course_id } = school
  await world.settle()
  const user_id = await personOf(school)
  const { id } = await api.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
  await api.orders.markPaid({ path: { id }, body: {} })
  const given = async () => (await people.accesses.list({ query: { course_id, user_id } })).data.length > 0
  await eventually('the access of another order', given)
  await world.settle()
}

/** The states of all that a refund can end, by id. */
async function statesOf({ api, accesses, members, course_id, group }: School) {
  const [given, places, subscriptions, gifts] = await Promise.all([
    accesses(),
    members(),
    api.subscriptions.list({ query: {} }),
    api.gifts.list({ query: {} }),
  ])
  const byId = (rows: readonly { id: string; status: string }[]) =>
    new Map(rows.map(({ id, status }) => [id, status]))
  const held = [
    ...given.flatMap(({ id, status }) => (status === 'active' ? [[`${id}`, `${course_id}`] as const] : [])),
    ...places.map(({ user_id }) => [`${user_id}`, `${group.id}`] as const),
  ]
  return {
    held: new Map<string, string>(held),
    subscriptions: byId(subscriptions.data),
    gifts: byId(gifts.data),
  }
}

/** What has another state than before, with that state. */
const changed = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([id, status]) => before.has(id) && before.get(id) !== status).sort()

async function compare(sale: Sale): Promise<void> {
  const school = await subscribersOf(world)
  const { api } = school
  await sell(sale, school)
  await passed(school)
  const sold = (await api.payments.list({ query: { sort: 'created_at' } })).data.slice(0, -1)
  const payment = sold[sale.target % sold.length]!
  const before = await statesOf(school)
  const amount = sale.whole || payment.amount < 2 ? {} : { amount: Math.floor(payment.amount / 2) }
  const path = { id: payment.id }
  const tried = await api.paymentRefunds.refund({ path, body: { ...amount, dry_run: true } })
  expect(await statesOf(school)).toEqual(before)
  const { consequences } = await api.paymentRefunds.refund({ path, body: amount })
  expect(tried.consequences).toEqual(consequences)
  await passed(school)
  const after = await statesOf(school)

  expect((await api.orders.get({ path: { id: payment.order_id } })).status).toBe(consequences.order_status)
  const ended = consequences.subscriptions.map(each => [each.subscription_id, each.status])
  expect(changed(before.subscriptions, after.subscriptions)).toEqual(ended.sort())
  expect(consequences.subscription).toEqual(consequences.subscriptions[0] ?? null)
  const gifts = consequences.gifts.map(each => [each.gift_id, each.status] as const)
  expect(changed(before.gifts, after.gifts)).toEqual([...gifts].sort())
  const lost: string[] = [...before.held]
    .filter(([id]) => !after.held.has(id))
    .map(([, resource]) => resource)
  const announced = consequences.access.map(({ resource_id }) => `${resource_id}`)
  // What has ended before, as with a canceled subscription, may be named again.
  const named = sale.canceled ? announced.filter(resource => lost.includes(resource)) : announced
  expect([...new Set(lost)].sort()).toEqual([...named].sort())
}

test('what a refund announces is what is true after it, and its dry run announces the same', async () => {
  await fc.assert(fc.asyncProperty(sales, compare), { numRuns: 12 })
}, 300_000)

const usual: Sale = {
  ...{ kind: 'plain', inParts: false, quantity: 1, trial: false, renewed: false, canceled: false },
  ...{ redeemed: 0, target: 0, whole: true },
}
test.each<[string, Partial<Sale>]>([
  ['a gift that was redeemed', { kind: 'gifts', quantity: 2, redeemed: 1 }],
  ['what a gift has paid', { kind: 'gifts', redeemed: 1, target: 1 }],
  ['the order of two subscriptions', { kind: 'subscriptions', quantity: 2 }],
  ['a free trial', { kind: 'subscriptions', trial: true }],
  ['a period after the next one', { kind: 'subscriptions', renewed: true }],
  ['the present period', { kind: 'subscriptions', renewed: true, target: 1 }],
])('the consequences of a refund of %s are true', (_, sale) => compare({ ...usual, ...sale }), 60_000)
