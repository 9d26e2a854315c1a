// The figures of a made school are signed off by a recomputation that is written apart from the code that counts them.
import type { Order } from '@lms/commerce/contract'
import { asOwner, eventually } from '@lms/testing'
import { figuresRebuilding } from '../contract.ts'
import { addDays } from '../figures/period.ts'
import { type Clocked, startClocked } from '../testing/clocked.ts'
import { hour, madeSchool } from '../testing/made-school.ts'
import {
  add,
  dayIn,
  firstPayments,
  type Moved,
  movedMoney,
  movements,
  sourcesOf,
  type Table,
  trafficOf,
  watchWorth,
} from '../testing/recomputed.ts'
import type { TrafficRow } from '../traffic/traffic.contract.ts'

const zone = 'America/New_York'
const first = '2026-09-16'
const month = { from: '2026-10-01', to: '2026-11-01' }
let clocked: Clocked
let school: Awaited<ReturnType<typeof madeSchool>>
let watched: ReturnType<typeof watchWorth>

beforeAll(async () => {
  clocked = await startClocked(`${first}T03:00:00Z`)
  school = await madeSchool(clocked, { days: 50, seed: 54 })
  await school.inZone(zone)
  const costs = [{ ...{ source: 'GOOGLE', medium: 'cpc', campaign: '' }, ...spent }]
  await asOwner(clocked.system.ownerUrl, owner =>
    owner.query(
      `insert into analytics.settings (school_id, "values", version, updated_at) values ($1, $2, 1, now())`,
      [school.caller.school, { costs }],
    ),
  )
  watched = watchWorth(school, clocked.now)
  await school.live(watched.look)
  // Fees come with the payments of providers; here each payment by card has had one.
  await asOwner(clocked.system.ownerUrl, async owner => {
    await owner.query(
      `update commerce.payments set fee_amount = amount / 40, version = version + 1 where school_id = $1 and method = 'card'`,
      [school.caller.school],
    )
  })
  await counted()
}, 300_000)
afterAll(() => clocked.system.stop())

const spent = { from: '2026-09-01', to: '2026-09-30', amount: 90_000, currency: 'EUR' }

/** Has all be counted anew, fees too. */
async function counted() {
  await clocked.system
    .internal('analytics', { figuresRebuilding }, { as: 'gateway', school: school.caller.school })
    .figuresRebuilding.rebuild()
  await clocked.goTo(clocked.now() + hour)
  const expected = (await movedMoney(school, zone)).filter(({ sign }) => sign === 1).length
  await eventually('all payments', async () => {
    await clocked.settle()
    const { data } = await query(['payments'], [], { from: '2026-09-01', to: '2026-12-31' })
    return data.reduce((sum, { values }) => sum + values.payments!, 0) === expected
  })
}

type Asked = Parameters<typeof school.api.queries.query>[0]['body']
const query = (metrics: string[], dimensions: string[], period: Asked['period'] = month) =>
  school.api.queries.query({
    body: { metrics, dimensions, period, limit: 1000 } as Asked,
  })

/** The answer as a table: rows without any figure say the same as none. */
async function answered(
  metrics: string[],
  dimensions: string[],
  period?: Asked['period'],
  ...besides: string[]
): Promise<Table> {
  const { data } = await query(metrics, dimensions, period)
  const table: Table = new Map()
  for (const { dimensions: by, values } of data)
    for (const [name, value] of Object.entries(values))
      if (value) add(table, [...dimensions, ...besides].map(each => by[each]).join(' '), name, value)
  return table
}
const sorted = (table: Table) =>
  Object.fromEntries(
    [...table]
      .map(
        ([key, row]) => [key, Object.fromEntries(Object.entries(row).filter(([, value]) => value))] as const,
      )
      .filter(([, row]) => Object.keys(row).length > 0)
      .sort(),
  )

const inMonth = ({ day }: { day: string }) => day >= month.from && day < month.to
const revenueOf = ({ sign, amount, tax, fee }: Moved) => sign * (amount - tax) - fee

test('money of a month, day by day: turnover, refunds, fees, taxes and what stays', async () => {
  const expected: Table = new Map()
  for (const each of (await movedMoney(school, zone)).filter(inMonth)) {
    const key = `${each.day} ${each.currency}`
    add(expected, key, each.sign === 1 ? 'turnover' : 'refunds', each.amount)
    add(expected, key, 'fees', each.fee)
    add(expected, key, 'taxes', each.sign * each.tax)
    add(expected, key, 'net_revenue', revenueOf(each))
  }
  const metrics = ['turnover', 'refunds', 'fees', 'taxes', 'net_revenue']
  expect(sorted(await answered(metrics, ['day', 'currency']))).toEqual(sorted(expected))
  const names = new Set([...expected.values()].flatMap(Object.keys))
  expect([...names].sort()).toEqual(metrics.toSorted())
})

test('money of a month by method, partner, promo code and country', async () => {
  const dimensions = ['method', 'partner_id', 'promo_code_id', 'country']
  const expected: Table = new Map()
  for (const each of (await movedMoney(school, zone)).filter(inMonth)) {
    const key = [each.method, each.partner, each.promo, each.country, each.currency].join(' ')
    add(expected, key, 'net_revenue', revenueOf(each))
  }
  expect(expected.size).toBeGreaterThan(8)
  expect(sorted(await answered(['net_revenue'], dimensions, month, 'currency'))).toEqual(sorted(expected))
})

test('buyers of each month, new and returning', async () => {
  const moved = await movedMoney(school, zone)
  const firsts = firstPayments(moved)
  const expected: Table = new Map()
  const months = Map.groupBy(
    moved.filter(({ sign }) => sign === 1),
    each => `${each.month}-01`,
  )
  for (const [key, payments] of months) {
    const people = new Set(payments.map(({ person }) => person))
    const fresh = [...people].filter(person => `${firsts.get(person)!.month}-01` === key).length
    expected.set(key, { buyers: people.size, new_buyers: fresh, returning_buyers: people.size - fresh })
  }
  const metrics = ['buyers', 'new_buyers', 'returning_buyers']
  const period = { from: '2026-08-01', to: '2026-12-01' }
  expect(sorted(await answered(metrics, ['month'], period))).toEqual(sorted(expected))
})

const movementNames = ['mrr_new', 'mrr_expansion', 'mrr_contraction', 'mrr_churn', 'mrr_reactivation']
const peopleNames = ['subscribers_new', 'subscribers_churned', 'subscribers_reactivated']

test('changes of recurring revenue, and what it is at the end of each day', async () => {
  const all = movements(watched.seen, zone)
  const expected = new Map([...all].filter(([key]) => inMonth({ day: key.slice(0, 10) })))
  const kinds = new Set([...all.values()].flatMap(Object.keys))
  expect([...kinds].sort()).toEqual([...movementNames, ...peopleNames].sort())
  const metrics = [...movementNames, ...peopleNames]
  expect(sorted(await answered(metrics, ['day', 'currency']))).toEqual(sorted(expected))

  const ends: Table = new Map()
  for (let day = month.from; day < month.to; day = addDays(day, 1))
    for (const [key, row] of all) {
      const [on, currency] = key.split(' ') as [string, string]
      if (on > day) continue
      const of = (name: string) => row[name] ?? 0
      const grown = of('mrr_new') + of('mrr_expansion') + of('mrr_reactivation')
      add(ends, `${day} ${currency}`, 'mrr', grown - of('mrr_contraction') - of('mrr_churn'))
      const came = of('subscribers_new') + of('subscribers_reactivated')
      add(ends, `${day} ${currency}`, 'subscribers', came - of('subscribers_churned'))
    }
  expect(sorted(await answered(['mrr', 'subscribers'], ['day', 'currency']))).toEqual(sorted(ends))
  // What is worth something now is what the subscriptions themselves say.
  const now = new Map(watched.seen.map(each => [each.id, each]))
  const total = [...now.values()].reduce((sum, each) => sum + each.worth, 0)
  const { data } = await query(['mrr'], [], { from: '2026-11-01', to: '2026-12-01' })
  expect(data.reduce((sum, { values }) => sum + values.mrr!, 0)).toBe(total)
})

test('churn is a share of what there was at the beginning', async () => {
  const { data } = await query(
    [
      'mrr',
      'mrr_change',
      'mrr_churn',
      'mrr_churn_basis_points',
      'subscribers',
      'subscriber_churn_basis_points',
    ],
    [],
  )
  for (const { values } of data) {
    const began = values.mrr! - values.mrr_change!
    const share = began > 0 ? Math.round((values.mrr_churn! * 10_000) / began) : null
    expect(values.mrr_churn_basis_points).toBe(share)
  }
  expect(data.some(({ values }) => values.mrr_churn_basis_points! > 0)).toBe(true)
})

test('cohorts of first payments pay back month by month', async () => {
  const moved = await movedMoney(school, zone)
  const firsts = firstPayments(moved)
  const period = { from: '2026-08-01', to: '2026-12-01' }
  const months = ['2026-08', '2026-09', '2026-10', '2026-11']
  const flows: Table = new Map()
  const sums: Table = new Map()
  for (const each of moved) {
    const cohort = firsts.get(each.person)!.month
    add(flows, `${cohort} ${each.month}-01 ${each.currency}`, 'net_revenue', revenueOf(each))
    for (const later of months.filter(one => one >= each.month))
      add(sums, `${cohort} ${later}-01 ${each.currency}`, 'net_revenue_to_date', revenueOf(each))
  }
  const by = ['cohort', 'month', 'currency']
  expect(sorted(await answered(['net_revenue'], by, period))).toEqual(sorted(flows))
  expect(sorted(await answered(['net_revenue_to_date'], by, period))).toEqual(sorted(sums))
  const counts: Table = new Map()
  for (const { month: cohort, currency } of firsts.values()) add(counts, `${cohort} ${currency}`, 'n', 1)
  const { data } = await query(['ltv'], ['cohort'], period)
  for (const { dimensions, values } of data) {
    const { cohort, currency } = dimensions
    const people = counts.get(`${cohort} ${currency}`)?.n
    const paid = sums.get(`${cohort} 2026-11-01 ${currency}`)?.net_revenue_to_date ?? 0
    expect(values.ltv).toBe(people ? Math.round(paid / people) : null)
  }
})

test('a channel pays back what it has cost, by the first visit of its people', async () => {
  const period = { from: '2026-08-01', to: '2026-12-01' }
  const { data } = await query(['net_revenue', 'costs', 'payback_percent'], ['source'], period)
  const google = data.find(
    ({ dimensions }) => dimensions.source === 'google' && dimensions.currency === 'EUR',
  )!
  const revenue = (await movedMoney(school, zone))
    .filter(each => each.currency === 'EUR' && sourcesOf(school, each.person, each.at).first === 'google')
    .reduce((sum, each) => sum + revenueOf(each), 0)
  expect(google.values).toEqual({
    net_revenue: revenue,
    costs: spent.amount,
    payback_percent: Math.round((revenue * 100) / spent.amount),
  })
  const cohorts = await answered(['costs'], ['cohort', 'source'], period)
  expect(sorted(cohorts)).toEqual({ '2026-09 google': { costs: spent.amount } })
})

/** The list of traffic as a table. */
async function traffic(touch: 'first' | 'last', { from, to }: typeof month): Promise<Table> {
  const table: Table = new Map()
  for (const { source, people, money } of await school.all<TrafficRow>(
    `/v1/analytics/traffic?touch=${touch}&from=${from}&to=${to}&limit=100`,
  )) {
    add(table, source, 'people', people)
    for (const { currency, turnover, refunds } of money) {
      add(table, source, `turnover ${currency}`, turnover)
      add(table, source, `refunds ${currency}`, refunds)
    }
  }
  return table
}

const year = { from: '2026-01-01', to: '2027-01-01' }
const summedMonths = () =>
  asOwner(clocked.system.ownerUrl, async owner => {
    const { rows } = await owner.query(
      `select count(distinct day)::int as months from analytics.day_sums where school_id = $1 and division = 'channel/month'`,
      [school.caller.school],
    )
    return rows[0].months
  })
/** Has all days counted from the facts. */
const unsum = () =>
  asOwner(clocked.system.ownerUrl, owner =>
    owner.query(
      `insert into analytics.dirty_days select school_id, day from analytics.day_sums where school_id = $1
       group by 1, 2 on conflict do nothing`,
      [school.caller.school],
    ),
  )

test.each(['first', 'last'] as const)(
  'traffic by the %s visit, from sums of days and from facts, after merges, refunds and erasures',
  async touch => {
    for (const period of [month, year]) {
      const expected = sorted(await trafficOf(school, touch, { ...period, zone }))
      expect(Object.keys(expected)).toEqual(['', 'google', 'news'])
      await clocked.goTo(clocked.now() + hour)
      // September and October are over, and read as months.
      expect(await summedMonths()).toEqual(2)
      expect(sorted(await traffic(touch, period))).toEqual(expected)
      await unsum()
      expect(sorted(await traffic(touch, period))).toEqual(expected)
    }
  },
)

test('a channel of the last visit before a payment is a dimension of money', async () => {
  const expected: Table = new Map()
  for (const each of (await movedMoney(school, zone)).filter(inMonth)) {
    const key = `${each.month}-01 ${sourcesOf(school, each.person, each.paid_at).last} ${each.currency}`
    add(expected, key, 'net_revenue', revenueOf(each))
  }
  const by = ['month', 'last_source']
  expect(sorted(await answered(['net_revenue'], by, month, 'currency'))).toEqual(sorted(expected))
})

test('who orders for the first time counts in the month of that order', async () => {
  const expected: Table = new Map()
  const orders = await school.all<Order>('/v1/orders?limit=1000')
  const byPerson = Map.groupBy(
    orders.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)),
    ({ user_id }) => user_id,
  )
  for (const [person, [first]] of byPerson) {
    const source = sourcesOf(school, person, first!.created_at).first
    add(expected, `${dayIn(zone)(first!.created_at).slice(0, 7)}-01 ${source}`, 'first_orders', 1)
  }
  expect(sorted(await answered(['first_orders'], ['month', 'source'], year))).toEqual(sorted(expected))
})

test('a query of a time at which nothing is summed up says the same', async () => {
  const ask = () => answered(['net_revenue', 'mrr', 'costs_to_date'], ['cohort', 'currency'])
  const summed = await ask()
  await unsum()
  expect(sorted(await ask())).toEqual(sorted(summed))
  expect(summed.size).toBeGreaterThan(3)
})
