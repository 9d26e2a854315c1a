// What a refund announces is compared with what is true afterwards: orders, accesses, places, subscriptions, gifts.
import { eventually, randomHex } from '@lms/testing'
import fc from 'fast-check'
import { within } from '../../testing/charging.ts'
import { type Clocked, startClockedSystem, subscribersOf } from '../../testing/subscribers.ts'
import { recordDispute } from '../charges/dispute.ts'

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
  const hasAccess = async () =>
    (await people.accesses.list({ query: { course_id, user_id } })).data.length > 0
  await eventually('the access of another order', hasAccess)
  await world.settle()
}

/** The states of all that a refund can end, by id. */
async function statesOf({ api, accesses, members, course_id, group }: School) {
  const [grants, memberships, subscriptions, gifts] = await Promise.all([
    accesses(),
    members(),
    api.subscriptions.list({ query: {} }),
    api.gifts.list({ query: {} }),
  ])
  const byId = (rows: readonly { id: string; status: string }[]) =>
    new Map(rows.map(({ id, status }) => [id, status]))
  const holdings = [
    ...grants.flatMap(({ id, status }) => (status === 'active' ? [[`${id}`, `${course_id}`] as const] : [])),
    ...memberships.map(({ user_id }) => [`${user_id}`, `${group.id}`] as const),
  ]
  return {
    held: new Map<string, string>(holdings),
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
  const expectedLost = sale.canceled ? announced.filter(resource => lost.includes(resource)) : announced
  expect([...new Set(lost)].sort()).toEqual([...expectedLost].sort())
}

/** All who have, or had, something of the school. */
async function peopleOf({ accesses, members, ann }: School): Promise<Set<string>> {
  const [grants, memberships] = await Promise.all([accesses(), members()])
  return new Set([ann, ...[...grants, ...memberships].map(({ user_id }) => user_id)])
}

/** What these people have: a restored access is a new one. */
async function holdingsOf({ accesses, members }: School, people: ReadonlySet<string>): Promise<string[]> {
  const [grants, memberships] = await Promise.all([accesses(), members()])
  const active = grants.filter(({ status }) => status === 'active')
  return [
    ...active.map(each => `access ${each.user_id}`),
    ...memberships.map(each => `place ${each.user_id}`),
  ]
    .filter(each => people.has(each.split(' ')[1]!))
    .sort()
}

/**
 * A dispute that is lost takes back what a refund would; one that is won after all gives it again. Subscriptions stay ended,
 * and the gifts of an order are new ones: their codes may be with strangers.
 */
async function disputed(sale: Sale): Promise<void> {
  const school = await subscribersOf(world)
  const { api, caller } = school
  await sell(sale, school)
  await passed(school)
  const sold = (await api.payments.list({ query: { sort: 'created_at' } })).data.slice(0, -1)
  const payment = sold[sale.target % sold.length]!
  const { order_id } = payment
  const order = () => api.orders.get({ path: { id: order_id } })
  const [first, before] = [await order(), await statesOf(school)]
  const people = await peopleOf(school)
  const had = await holdingsOf(school, people)
  const part = sale.whole || payment.amount < 2 ? null : Math.floor(payment.amount / 2)
  const report = (dispute: 'lost' | 'won') =>
    within(
      world.system,
      caller.school,
    )((at, stores) => recordDispute(at, stores, payment, { dispute, amount: part }))
  await report('lost')
  const lost = await order()
  await passed(school)
  const between = await statesOf(school)
  const remainingHoldings = await holdingsOf(school, people)
  for (let time = 0; time < 2; time++) await report('won')
  await passed(school)
  const [last, after] = [await order(), await statesOf(school)]
  const retainedOf = (each: typeof last) => each.paid_amount - each.refunded_amount
  expect([last.status, retainedOf(last)]).toEqual([first.status, retainedOf(first)])
  expect(last.refunded_at).toBe(first.refunded_at)
  const isFull = first.status === 'paid' && lost.status === 'refunded'
  // Nobody who has redeemed a gift keeps what it gave, and the buyer has as many to give as before.
  const active = ({ gifts }: typeof after) => [...gifts.values()].filter(status => status === 'active').length
  if (isFull && sale.kind === 'gifts' && first.as_gift) {
    expect(active(after)).toBe(sale.quantity)
    expect(await holdingsOf(school, people)).toEqual(remainingHoldings)
  } else {
    expect(await holdingsOf(school, people)).toEqual(had)
    expect(after.gifts).toEqual(before.gifts)
  }
  expect(after.subscriptions).toEqual(between.subscriptions)
  const back = (await api.payments.list({ query: { order_id, sort: '-created_at' } })).data[0]!
  const amount = Math.min(payment.amount, part ?? payment.amount)
  if (payment.amount > 0) expect(back).toMatchObject({ status: 'succeeded', amount, dispute: null })
}

test('what a dispute has taken comes back with the money, if it is won after it was lost', async () => {
  await fc.assert(fc.asyncProperty(sales, disputed), { numRuns: 8 })
}, 300_000)

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
])('the consequences of a refund of %s are true', (_, sale) => compare({ ...usual, ...sale }))

test.each<[string, Partial<Sale>]>([
  ['a course', {}],
  ['gifts, of which one was redeemed', { kind: 'gifts', quantity: 2, redeemed: 1 }],
  ['a subscription', { kind: 'subscriptions' }],
])(
  'a lost dispute about %s that is won after all is undone',
  (_, sale) => disputed({ ...usual, ...sale }),
  60_000,
)
