import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { asSchool } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { addDays, beginOf, dayOf } from '../figures/period.ts'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import type { SalesRow } from './sales.contract.ts'

let system: TestSystem
let now = Date.parse('2026-11-24T12:00:00.000Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, webhooksService, serviceService, analyticsService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

const at = (day: string, hour = 12) => `${day}T${String(hour).padStart(2, '0')}:00:00.000+00:00`
const period = 'from=2026-09-01T00:00:00Z&to=2026-12-01T00:00:00Z'

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

type Person = { id: Id<'usr'> }
type School = ReturnType<typeof schoolOf>

/** Orders of people, paid in whole or in parts and refunded in whole or in parts, in two currencies. */
async function history(school: School, orders: number) {
  const { person, offer, order, pay, commerce } = school
  const people = await Promise.all([person(), person(), person()])
  const euros = await Promise.all([offer(4900), offer(3333)])
  const dollars = [await offer(10_001, 'USD')]
  for (let index = 0; index < orders; index++) {
    const { id, amount } = await order(pick(people).id, pick([euros, [euros[0]!], dollars]))
    const day = addDays('2026-10-01', Math.floor(Math.random() * 50))
    const hour = Math.floor(Math.random() * 24)
    const part = Math.random() < 0.4 ? Math.max(1, Math.floor(amount * Math.random())) : undefined
    const payment = await pay(id, at(day, hour), part)
    if (Math.random() < 0.5) {
      const back =
        Math.random() < 0.5 ? payment.amount : Math.max(1, Math.floor(payment.amount * Math.random()))
      await commerce.paymentRefunds.refund({ path: { id: payment.id }, body: { amount: back } })
    }
  }
  return { people, euros, dollars }
}

/** What sales must be, from the lists of payments and refunds. */
async function expected({ all }: School, zone: string, step: 'day' | 'month') {
  const rows = new Map<
    string,
    { turnover: number; payments: number; refunds: number; refund_count: number }
  >()
  const rowOf = (moment: string, currency: string) => {
    const key = `${beginOf(dayOf(moment, zone), step)}.${currency}`
    const row = rows.get(key) ?? { turnover: 0, payments: 0, refunds: 0, refund_count: 0 }
    rows.set(key, row)
    return row
  }
  for (const { status, test, paid_at, currency, amount } of await all('/v1/payments?limit=1000'))
    if (status === 'succeeded' && !test) {
      const row = rowOf(paid_at, currency)
      row.turnover += amount
      row.payments += 1
    }
  for (const { status, test, refunded_at, currency, amount } of await all('/v1/refunds?limit=1000'))
    if (status === 'succeeded' && !test) {
      const row = rowOf(refunded_at, currency)
      row.refunds += amount
      row.refund_count += 1
    }
  return new Map([...rows].sort())
}

const figures = (rows: readonly SalesRow[]) =>
  new Map(
    rows
      .map(
        ({ start, currency, turnover, payments, refunds, refund_count }) =>
          [`${start}.${currency}`, { turnover, payments, refunds, refund_count }] as const,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const sales = ({ all }: School, query = '') =>
  all<SalesRow>(`/v1/analytics/sales?${period}&limit=1000${query}`)

/** Days of a school that are not summed up yet. */
async function changedDays({ caller }: School): Promise<number> {
  const results = await system.services.analytics!.runtime.database.of(caller.school).run([
    asSchool(caller.school),
    {
      statement: { name: '', text: 'select count(*) from analytics.dirty_days where school_id = $1' },
      values: [caller.school],
    },
  ])
  return Number(results[1]!.rows[0]![0])
}

test('sales are what payments and refunds sum up to, before and after their days are summed up', async () => {
  const school = schoolOf(system)
  await history(school, 25)
  await school.settled()
  const expectedFigures = await expected(school, 'UTC', 'day')
  await eventually('all facts', async () => {
    const actual = figures(await sales(school))
    return JSON.stringify([...actual]) === JSON.stringify([...expectedFigures])
  })
  now += 10_000
  await eventually('the sums of days', async () => (await changedDays(school)) === 0)
  expect(figures(await sales(school))).toEqual(expectedFigures)
  // Late changes count at once, beside sums that are made already.
  await history(school, 5)
  await school.settled()
  const later = await expected(school, 'UTC', 'month')
  await eventually('the late facts', async () => {
    const actual = figures(
      (await sales(school, '&step=month')).map(row => ({ ...row, start: beginOf(row.start, 'month') })),
    )
    return JSON.stringify([...actual]) === JSON.stringify([...later])
  })
})

test('turnover is money: not what certificates pay, and free orders lower no average', async () => {
  const school = schoolOf(system)
  const { commerce, person, offer, order, pay, all, settled } = school
  const [ann, dear, free] = [(await person()).id, await offer(10_000), await offer(0)]
  const mixed = await order(ann, [dear])
  const gift = await commerce.gifts.create({ body: { kind: 'money', amount: 4000, currency: 'EUR' } })
  await commerce.gifts.redeem({ body: { code: gift.code!, user_id: ann, order_id: mixed.id } })
  const paid_at = '2026-03-10T12:00:00Z'
  const payment = await pay(mixed.id, paid_at)
  expect(payment.amount).toBe(6000)
  for (const _ of [1, 2, 3]) await order((await person()).id, [free])
  await settled()
  const sum = (rows: readonly SalesRow[], name: 'turnover' | 'certificates' | 'payments' | 'free_orders') =>
    rows.reduce((total, row) => total + row[name], 0)
  const every = '/v1/analytics/sales?from=2026-01-01T00:00:00Z&to=2027-12-31T00:00:00Z&step=month'
  await eventually('all facts', async () => sum(await all<SalesRow>(every), 'free_orders') === 3)
  const rows = await all<SalesRow>(every)
  const sums = (['turnover', 'certificates', 'payments'] as const).map(name => sum(rows, name))
  expect(sums).toEqual([6000, 4000, 1])
  const march = rows.find(({ start }) => start === '2026-03-01')!
  expect(march.average_check).toBe(6000)
  expect((await all<{ id: string }>(march.drill.payments)).map(({ id }) => id)).toEqual([payment.id])
  // What goes back to the certificate is no money returned.
  const { data } = await commerce.payments.list({ query: { order_id: mixed.id, method: 'certificate' } })
  await commerce.paymentRefunds.refund({ path: { id: data[0]!.id }, body: {} })
  await commerce.paymentRefunds.refund({ path: { id: payment.id }, body: { amount: 1000 } })
  await settled()
  const refunded = async () => (await all<SalesRow>(every)).reduce((total, { refunds }) => total + refunds, 0)
  await eventually('the refund', async () => (await refunded()) > 0)
  expect(await refunded()).toBe(1000)
  const returned = (await all<SalesRow>(every)).find(({ refunds }) => refunds > 0)!
  expect(await all<{ amount: number }>(returned.drill.refunds)).toMatchObject([{ amount: 1000 }])
})

test('the queries of a row list exactly what it sums up', async () => {
  const school = schoolOf(system)
  await history(school, 15)
  await school.settled()
  await eventually('the rows', async () => (await sales(school)).length > 0)
  for (const row of await sales(school, '&step=week')) {
    const [payments, refunds] = await Promise.all([
      school.all(row.drill.payments),
      school.all(row.drill.refunds),
    ])
    const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
    expect([sum(payments), payments.length]).toEqual([row.turnover, row.payments])
    expect([sum(refunds), refunds.length]).toEqual([row.refunds, row.refund_count])
    expect(row.net).toBe(row.turnover - row.refunds)
  }
})

test('the money of an order is divided among its offers, and their parts sum up to the whole', async () => {
  const school = schoolOf(system)
  const ann = await school.person()
  const [one, other] = [await school.offer(3000), await school.offer(1000)]
  const { id } = await school.order(ann.id, [one, other])
  const payment = await school.pay(id, at('2026-10-10'), 2001)
  await school.commerce.paymentRefunds.refund({ path: { id: payment.id }, body: {} })
  await school.settled()
  const divided = () => sales(school, '&divided=offer')
  await eventually('the parts', async () => (await divided()).length === 4)
  const rows = await divided()
  const of = (offer: string, what: 'turnover' | 'refunds') =>
    rows.filter(row => row.offer_id === offer).reduce((sum, row) => sum + row[what], 0)
  expect([of(one, 'turnover'), of(other, 'turnover')]).toEqual([1500, 501])
  expect([of(one, 'refunds'), of(other, 'refunds')]).toEqual([1500, 501])
  const [monthRow] = await sales(school, '&step=month')
  expect(monthRow).toMatchObject({ turnover: 2001, payments: 1 })
  expect(await sales(school, `&step=month&offer_id=${other}`)).toMatchObject([
    { turnover: 501, payments: 1 },
    {},
  ])
})

test('a payment for two of the offers that are asked for together is one', async () => {
  const school = schoolOf(system)
  const ann = await school.person()
  const [one, other] = [await school.offer(3000), await school.offer(1000)]
  for (const offers of [[one, other], [one]]) {
    const { id } = await school.order(ann.id, offers)
    await school.pay(id, at('2026-10-10'))
  }
  await school.settled()
  const readSales = () => sales(school, `&step=month&offer_id=${one},${other}`)
  await eventually('both payments', async () => (await readSales())[0]?.turnover === 7000)
  const [row] = await readSales()
  expect(row).toMatchObject({ payments: 2, average_check: 3500 })
  expect(await school.all(row!.drill.payments)).toHaveLength(2)
  const { data } = await school.api.queries.query({
    body: {
      metrics: ['payments'],
      filters: { offer_id: [one, other] },
      period: { from: '2026-09-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    },
  })
  expect(data.map(({ values }) => values)).toEqual([{ payments: 2 }])
})

test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the ends of time are periods like others, in %s',
  async time_zone => {
    const school = schoolOf(system)
    await school.inZone(time_zone)
    const first = { from: '0001-01-01T00:00:00Z', to: '0001-01-20T00:00:00Z' }
    const last = { from: '9999-12-20T00:00:00Z', to: '9999-12-31T23:59:59Z' }
    for (const list of ['sales', 'traffic'])
      for (const query of [first, { to: first.to }, last])
        expect(await school.all(`/v1/analytics/${list}?${new URLSearchParams(query)}`)).toEqual([])
    const ask = (body: object) => school.api.queries.query({ body: { metrics: ['turnover'], ...body } })
    for (const period of [first, last]) expect((await ask({ period, dimensions: ['day'] })).data).toEqual([])
    await expect(ask({ period: first, compare: 'previous_year' })).rejects.toMatchObject({
      reason: 'period_invalid',
    })
  },
)

test.each(['step=day,week', 'from=2026-01-01T00:00:00Z&from=2026-03-01T00:00:00Z'])(
  'what would be either of two figures is none: %s',
  async query => {
    const { api } = schoolOf(system)
    const filters = Object.fromEntries(
      [...new URLSearchParams(query).keys()].map(name => [name, new URLSearchParams(query).getAll(name)]),
    )
    expect(await api.sales.list({ query: filters })).toMatchObject({
      data: [],
      warnings: [expect.stringContaining('takes one value')],
    })
  },
)

test('days are those of the school, also after its time zone has changed', async () => {
  const school = schoolOf(system)
  await history(school, 10)
  await school.settled()
  await school.inZone('America/New_York')
  const expectedJson = JSON.stringify([...(await expected(school, 'America/New_York', 'day'))])
  const readFigures = async () =>
    JSON.stringify([
      ...figures(
        await school.all(`/v1/analytics/sales?from=2026-09-01T04:00:00Z&to=2026-12-01T05:00:00Z&limit=1000`),
      ),
    ])
  await eventually('the days of the new zone', async () => (await readFigures()) === expectedJson)
  now += 10_000
  await eventually('the sums of the new days', async () => (await changedDays(school)) === 0)
  expect(await readFigures()).toBe(expectedJson)
})

/** All facts of a school, as lines. */
async function facts(school: School): Promise<string[]> {
  const results = await system.services.analytics!.runtime.database.of(school.caller.school).run([
    asSchool(school.caller.school),
    {
      statement: { name: '', text: 'select f::text from analytics.facts f where school_id = $1 order by 1' },
      values: [school.caller.school],
    },
  ])
  return results[1]!.rows.map(([line]) => line!)
}

test('figures that are rebuilt equal those that have grown, and a merge and an erasure keep the sums', async () => {
  const school = schoolOf(system)
  const { people } = await history(school, 12)
  const [ann, bea, cid] = people as [Person, Person, Person]
  await school.settled()
  const before = JSON.stringify([...(await expected(school, 'UTC', 'day'))])
  const readFigures = async () => JSON.stringify([...figures(await sales(school))])
  await eventually('all facts', async () => (await readFigures()) === before)
  await school.users.persons.merge({ path: { id: ann.id }, body: { user_id: bea.id } })
  await school.users.persons.anonymize({ path: { id: cid.id } })
  await school.settled()
  await eventually('nobody of both', async () =>
    (await facts(school)).every(line => !line.includes(bea.id) && !line.includes(cid.id)),
  )
  expect(await readFigures()).toBe(before)
  // Of which erased person a fact is, only the facts themselves say: those that are read anew are of nobody, whose first
  // order and payment and its month nobody knows.
  const ofNobody = (lines: string[]) =>
    lines
      .filter(line => line.includes('usr_') || !/,(buyer|first_order),/.test(line))
      .map(line => line.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, ''))
      .map(line => (line.includes('usr_') ? line : line.replace(/,\d{4}-\d\d,/, ',"",')))
  const grown = ofNobody(await facts(school))
  await school.loseFigures()
  await school.rebuild()
  await eventually('the rebuild', async () => ofNobody(await facts(school)).length === grown.length)
  expect(ofNobody(await facts(school))).toEqual(grown)
  expect(await readFigures()).toBe(before)
})
