// What people bought before their school came here counts for rules at its own time, and begins nothing.
import { commerceContract, saleImports } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type ImportedSale, newId } from '@lms/contract'
import { asSchool } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { rebuilding } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { segmentEntries } from './entries.contract.ts'

let system: TestSystem
beforeAll(async () => {
  const services = [usersService, siteService, commerceService, webhooksService, crmService]
  system = await startSystem({ services })
})
afterAll(() => system.stop())

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().replace('Z', '+00:00')

test('imported orders count at their own dates, and begin no scenario', async () => {
  const { caller, api, person } = await schoolOf(system)
  const { school } = caller
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const offer = await commerce.offers.create({ body: { name: 'Club', amount: 4900, currency: 'EUR' } })
  const [old, recent, ancient] = [await person(), await person(), await person()]
  const [returned, here, nobody] = [await person(), await person(), await person()]
  const people = { old, recent, ancient, returned, here, nobody }
  const names = new Map<string, string>(Object.entries(people).map(([name, { id }]) => [id, name]))
  const bought = { event: 'order.paid', where: { offer_id: offer.id } }
  const rules = {
    bought,
    bought_lately: { ...bought, within_days: 30 },
    dear_lately: { event: 'payment.succeeded', where: { amount: { at_least: 1000 } }, within_days: 30 },
    long_ago: { last: 'order.paid', before: { days_ago: 365 } },
    not_this_year: { did_not: 'order.paid', within_days: 365 },
    returned_lately: { event: 'order.refunded', within_days: 30 },
    spent: { spent: 'EUR', at_least: 4900 },
  }
  const segments = await Promise.all(
    Object.entries(rules).map(async ([name, rule]) => ({
      ...(await api.segments.create({ body: { name, rule: rule as never } })),
      name,
    })),
  )
  const membersOf = async (id: string) => {
    const { data } = await api.segmentMembers.list({ path: { id: id as never } })
    return data.map(({ user_id }: { user_id: string }) => names.get(user_id)!).sort()
  }
  // What is read of a person after another event, as their creation, has them enter by that event.
  const everybody = segments.find(({ name }) => name === 'not_this_year')!
  await eventually(
    'the people',
    async () => (await membersOf(everybody.id)).length === Object.keys(people).length,
  )
  const sale = (user_id: string, days: number, fields: Partial<ImportedSale> = {}): ImportedSale => ({
    ...{ row: 1, user_id: user_id as never, offer_id: offer.id, number: newId('ord'), amount: 4900 },
    ...{ currency: 'EUR', status: 'paid', refunded_amount: null, refunded_at: null, subscription: null },
    ...{ ordered_at: daysAgo(days + 1), paid_at: daysAgo(days) },
    ...fields,
  })
  const { saleImports: imports } = system.internal('commerce', { saleImports }, { as: 'service', school })
  const sales = [
    ...[sale(old.id, 100), sale(recent.id, 10), sale(ancient.id, 1500)],
    sale(returned.id, 200, { status: 'refunded', refunded_amount: 4900, refunded_at: daysAgo(150) }),
  ]
  const counts = await imports.take({ body: { import_id: newId('imp'), dry_run: false, sales } })
  expect(counts).toEqual({ orders: 4, subscriptions: 0, warnings: [] })
  const order = await commerce.orders.create({
    body: { user_id: here.id, items: [{ offer_id: offer.id }] },
  })
  await commerce.orders.markPaid({ path: { id: order.id }, body: {} })

  const members = async () =>
    Object.fromEntries(await Promise.all(segments.map(async ({ id, name }) => [name, await membersOf(id)])))
  const expected = {
    bought: ['ancient', 'here', 'old', 'recent', 'returned'],
    bought_lately: ['here', 'recent'],
    dear_lately: ['here', 'recent'],
    long_ago: ['ancient'],
    not_this_year: ['ancient', 'nobody'],
    returned_lately: [],
    spent: ['ancient', 'here', 'old', 'recent'],
  }
  await eventually(
    'the members',
    async () => {
      const found = await members()
      return Object.entries(expected).every(([name, people]) => `${found[name]}` === `${people}`)
    },
    20_000,
  ).catch(async () => expect(await members()).toEqual(expected))

  // Only the order of here has anybody enter by what happens.
  const { segmentEntries: entries } = system.internal('crm', { segmentEntries }, { as: 'scenarios', school })
  const entered = await entries.since({
    body: { segment_ids: segments.map(({ id }) => id), since: daysAgo(1), after: null },
  })
  const ofOrders = new Set(
    segments.filter(({ name }) => name !== 'not_this_year').map(({ id }) => id as string),
  )
  const byOrders = entered.entries.filter(({ segment_id }) => ofOrders.has(segment_id))
  expect(new Set(byOrders.map(({ user_id }) => names.get(user_id)))).toEqual(new Set(['here']))

  // A rebuild reads the same from the journal.
  const sql = `select concat_ws(' ', user_id, type, subject, number, first_at, last_at) from crm.person_counts where school_id = $1
    union all select concat_ws(' ', user_id, type, id, at) from crm.person_events where school_id = $1 order by 1`
  const run = async (text: string) => {
    const statement = { statement: { name: '', text }, values: [school] }
    const results = await system.services.crm!.runtime.database.of(school).run([asSchool(school), statement])
    return results[1]!.rows
  }
  const grown = await run(sql)
  await run('delete from crm.person_counts where school_id = $1')
  await run('delete from crm.person_events where school_id = $1')
  expect(await run(sql)).toEqual([])
  await system.internal('crm', { rebuilding }, { as: 'gateway', school }).rebuilding.rebuild()
  await eventually('the rebuild', async () => (await run(sql)).length === grown.length)
  expect(await run(sql)).toEqual(grown)
}, 120_000)
