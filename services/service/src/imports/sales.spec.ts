// Past orders move in with a table: they count with their own dates, and nothing follows from them.
import { analyticsContract } from '@lms/analytics/contract'
import { analyticsService } from '@lms/analytics/service'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Caller, type Envelope, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { learningService } from '@lms/learning/service'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'
import { upload } from '../testing/upload.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  const services = [
    ...[usersService, siteService, learningService, commerceService, crmService],
    ...[analyticsService, serviceService],
  ]
  system = await startSystem({ services, clock, settings: { taskSlots: 0 } })
})
afterAll(() => system?.stop())

const apiOf = (caller: Caller) => ({
  users: system.client('users', usersContract.resources, caller),
  commerce: system.client('commerce', commerceContract.resources, caller),
  crm: system.client('crm', crmContract.resources, caller),
  analytics: system.client('analytics', analyticsContract.resources, caller),
  imports: system.client('service', serviceContract.resources, caller).imports,
})

async function school() {
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.example`
  const { id } = await schools.create({ body: { name: 'Painting school', domains: [host] } })
  const caller = system.caller({ school: id })
  const key = await apiOf(caller).users.apiKeys.issue({
    body: { name: 'Shop', kind: 'integration', role: 'owner' },
  })
  const by: Caller = { ...caller, key: key.id }
  const api = apiOf(by)
  const run = async (text: string, body: { dry_run?: boolean } = {}) => {
    const file_id = await upload(system, by, Buffer.from(text))
    const { id } = await api.imports.create({ body: { file_id, ...body } })
    return eventually('the end of the import', async () => {
      now += 3000
      for (const service of ['service', 'site', 'commerce', 'users'])
        await system.services[service]!.workOffTasks()
      const state = await api.imports.get({ path: { id } })
      return state.status === 'finished' || state.status === 'failed' ? state : null
    })
  }
  const offer = await api.commerce.offers.create({ body: { name: 'Oil', amount: 4900, currency: 'EUR' } })
  const orders = async () => (await api.commerce.orders.list({ query: { sort: 'created_at' } })).data
  return { by, api, run, offer, orders }
}

const eventsOf = async ({ school }: Caller): Promise<Envelope<any>[]> => {
  const text = `select payload from commerce.outbox where school_id = $1 order by position`
  const rows = await system.services.commerce!.runtime.system.rows({
    statement: { name: '', text },
    values: [school],
  })
  return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type?.includes('.'))
}

const table = (offerId: string) =>
  [
    'email,full name,product,order id,total,currency,payment status,order date,paid at,refunded amount,refund date',
    'ann@school.org,Ann Lee,oil,A-1,"49,90",EUR,paid,2024-03-01,2024-03-02,,',
    `ann@school.org,Ann Lee,${offerId},A-2,1.000,,refunded,2024-04-01,,,2024-05-03`,
    'bob@school.org,Bob,Oil,A-3,20.00,usd,paid,2025-01-01,,5,2025-02-01',
    'cy@school.org,Cy,Gouache,A-4,20.00,EUR,paid,2025-01-01,,,',
    'cy@school.org,Cy,Oil,A-5,20.00,EUR,pending,2025-01-01,,,',
    'cy@school.org,Cy,Oil,A-1,49.90,EUR,paid,2024-03-01,,,',
  ].join('\n')

test('past orders count with their own dates, and the same table again makes nothing', async () => {
  const { by, api, run, offer, orders } = await school()
  const dry = await run(table(offer.id), { dry_run: true })
  expect(await orders()).toEqual([])
  const done = await run(table(offer.id))
  expect(done).toMatchObject({ status: 'finished', failure: null })
  expect(done.counts).toMatchObject({
    rows: 6,
    created: 3,
    orders: 3,
    subscriptions: 0,
    errors: 0,
    warnings: 3,
  })
  expect(dry.counts).toEqual(done.counts)
  expect(dry.errors).toEqual(done.errors)
  expect(done.errors.map(({ row, column }) => [row, column])).toEqual([
    [4, 'product'],
    [5, 'payment status'],
    [6, 'order id'],
  ])
  const ann = await api.users.users.byEmail({ path: { email: 'ann@school.org' } })
  const [first, second, third, ...others] = await orders()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    ...{ user_id: ann.id, status: 'paid', amount: 4990, currency: 'EUR', comment: '#A-1' },
    ...{ created_at: '2024-03-01T00:00:00.000+00:00', paid_at: '2024-03-02T00:00:00.000+00:00' },
    items: [{ offer_id: offer.id, name: 'Oil', amount: 4990, contents: [] }],
  })
  expect(second).toMatchObject({
    ...{ status: 'refunded', amount: 100_000, refunded_amount: 100_000 },
    refunded_at: '2024-05-03T00:00:00.000+00:00',
  })
  expect(third).toMatchObject({ status: 'paid', amount: 2000, currency: 'USD', refunded_amount: 500 })
  const payments = (await api.commerce.payments.list({ query: { sort: 'created_at' } })).data
  expect(payments.map(({ provider_reference, provider_id }) => [provider_reference, provider_id])).toEqual([
    ['A-1', null],
    ['A-2', null],
    ['A-3', null],
  ])

  // Money reports have them in their months.
  const turnover = await eventually('the facts', async () => {
    await system.services.analytics!.workOffTasks()
    const period = { from: '2024-01-01', to: '2025-03-01' }
    const { data } = await api.analytics.queries.query({
      body: { metrics: ['turnover', 'refunds'], dimensions: ['month'], period },
    })
    const rows = data.filter(({ values }) => values.turnover || values.refunds)
    return rows.length === 5 ? rows : null
  })
  expect(turnover.map(({ dimensions, values }) => ({ ...dimensions, ...values }))).toEqual([
    { currency: 'EUR', month: '2024-03-01', turnover: 4990, refunds: 0 },
    { currency: 'EUR', month: '2024-04-01', turnover: 100_000, refunds: 0 },
    { currency: 'EUR', month: '2024-05-01', turnover: 0, refunds: 100_000 },
    { currency: 'USD', month: '2025-01-01', turnover: 2000, refunds: 0 },
    { currency: 'USD', month: '2025-02-01', turnover: 0, refunds: 500 },
  ])

  const again = await run(table(offer.id))
  expect(again.counts).toMatchObject({ created: 0, updated: 0, orders: 3 })
  expect(await orders()).toEqual([first, second, third])

  // Nobody is written to, nothing begins, and all of it says that it was imported.
  const told = (await eventsOf(by)).filter(({ type }) => /^(order|payment)\./.test(type))
  expect(told.map(({ type }) => type).sort()).toEqual([
    ...['order.created', 'order.created', 'order.created', 'order.paid', 'order.paid', 'order.paid'],
    ...['order.refunded', 'order.refunded', 'payment.refunded', 'payment.refunded'],
    ...['payment.succeeded', 'payment.succeeded', 'payment.succeeded'],
  ])
  expect(told.filter(({ data }) => data.imported !== true)).toEqual([])
  expect((await api.crm.messages.list()).data).toEqual([])
  expect((await api.commerce.receipts.list()).data).toEqual([])
  expect((await api.users.accesses.list()).data).toEqual([])
})

test('a table that comes again with a refund returns what was not returned before', async () => {
  const { run, orders, by } = await school()
  const head = 'email,offer,order_number,order_amount,order_status,order_paid_at,order_refunded_at'
  await run(`${head}\nann@school.org,Oil,1,49,paid,2024-03-01,`)
  await run(`${head}\nann@school.org,Oil,1,49,refunded,2024-03-01,2024-06-01`)
  await run(`${head}\nann@school.org,Oil,1,49,refunded,2024-03-01,2024-06-01`)
  expect(await orders()).toMatchObject([
    { status: 'refunded', refunded_amount: 4900, refunded_at: '2024-06-01T00:00:00.000+00:00' },
  ])
  const refunds = (await eventsOf(by)).filter(({ type }) => type === 'order.refunded')
  expect(refunds.map(({ data }) => data.imported)).toEqual([true])
})

test.each([
  ['email,offer,order_amount,order_paid_at\na@school.org,Oil,1,2024-01-01\n', 'make orders'],
  ['email,offer,order_amount,order_status\na@school.org,Oil,1,refunded\n', 'return money'],
  ['email,offer,stripe_subscription_id\na@school.org,Oil,sub_1\n', 'begin subscriptions'],
])('a table with %j needs the right to %s', async text => {
  const { by } = await school()
  const file_id = await upload(system, by, Buffer.from(text))
  const rights = [
    'users:write',
    'imports:write',
    'files:*',
    ...(text.includes('order_paid_at') ? [] : ['orders:write']),
  ]
  const ordering = apiOf({ ...by, rights: [rights] }).imports.create({ body: { file_id } })
  await expect(ordering).rejects.toMatchObject({ status: 403, reason: 'import_beyond_own' })
})
