// Over random histories every figure of a query is what its `drill` lists: after late payments, refunds, merges, erasures,
// a repetition of all readings, and another time zone.
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { analyticsContract } from '../contract.ts'
import { addDays } from '../figures/period.ts'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let now = Date.parse('2026-11-24T12:00:00.000Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, webhooksService, serviceService, analyticsService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

const hour = 3_600_000
const chance = (share: number) => Math.random() < share
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!
type School = ReturnType<typeof schoolOf>
type Listed = { status: string; amount?: number; total?: number }

/** The figures of these metrics that count, by what their list queries must return. */
const counts = ['payments', 'refund_count', 'orders', 'paid_orders'] as const
const sums = { turnover: 'payments', refunds: 'refund_count' } as const

async function live(school: School, steps: number): Promise<void> {
  const offers = await Promise.all([school.offer(4900), school.offer(3333), school.offer(10_001, 'USD')])
  const people: { id: Id<'usr'> }[] = [await school.person()]
  for (let step = 0; step < steps; step++) {
    if (chance(0.3)) people.push(await school.person())
    const { id, amount } = await school.order(pick(people).id, [pick(offers)])
    if (chance(0.2)) continue
    const late = new Date(now - Math.floor(Math.random() * 600 * hour)).toISOString()
    const payment = await school.pay(id, late, chance(0.3) ? Math.ceil(amount / 3) : undefined)
    if (chance(0.4))
      await school.commerce.paymentRefunds.refund({
        path: { id: payment.id },
        body: chance(0.5) ? {} : { amount: 1 + Math.floor(payment.amount / 4) },
      })
    if (chance(0.15) && people.length > 2) {
      const [survivor, merged] = people.splice(-2) as [{ id: Id<'usr'> }, { id: Id<'usr'> }]
      await school.users.persons.merge({ path: { id: survivor.id }, body: { user_id: merged.id } })
      people.push(survivor)
    }
    if (chance(0.1) && people.length > 1)
      await school.users.persons.anonymize({ path: { id: people.pop()!.id } })
  }
}

async function rowsOf({ caller }: School, dimensions: ('day' | 'week')[]) {
  const { queries } = system.client('analytics', analyticsContract.resources, caller)
  const metrics = [...counts, ...Object.keys(sums)] as ('payments' | 'refunds')[]
  const period = {
    from: `${addDays('2026-11-24', -40)}T00:00:00Z`,
    to: new Date(now + 48 * hour).toISOString(),
  }
  const ask = { metrics, dimensions, period, limit: 1000 }
  const money = await queries.query({ body: ask })
  const people = await queries.query({ body: { ...ask, metrics: ['people'] } })
  return { money: money.data, people: people.data }
}

/** Where a figure is not what its query lists. */
async function faults(school: School): Promise<string[]> {
  const problems: string[] = []
  for (const dimensions of [['day'], ['week']] as const) {
    const { money, people } = await rowsOf(school, [...dimensions])
    const total = (name: string) => money.reduce((sum, { values }) => sum + (values[name] ?? 0), 0)
    const payments = (await school.all<Listed>('/v1/payments?limit=1000')).filter(
      ({ status }) => status === 'succeeded',
    )
    if (total('payments') !== payments.length) problems.push(`payments: ${total('payments')}`)
    for (const { dimensions, values, drill } of [...money, ...people]) {
      const at = JSON.stringify(dimensions)
      for (const name of [...counts, 'people']) {
        if (!(name in values)) continue
        const listed = await school.all<Listed>(drill[name]!)
        if (listed.length !== values[name])
          problems.push(`${at} ${name}: ${values[name]}, not ${listed.length}`)
        const sum = Object.keys(sums).find(each => sums[each as 'turnover'] === name)
        const amount = listed.reduce((all, each) => all + (each.amount ?? 0), 0)
        if (sum && amount !== values[sum]) problems.push(`${at} ${sum}: ${values[sum]}, not ${amount}`)
      }
    }
  }
  return problems
}

const sound = async (school: School) => {
  await school.settled()
  let last: string[] = []
  await eventually('figures that are what their queries list', async () => {
    last = await faults(school)
    return last.length === 0
  }).catch(() => {})
  expect(last).toEqual([])
}

test('every figure of a query is what its queries list', async () => {
  const school = schoolOf(system)
  await live(school, 25)
  await sound(school)
  now += 10_000
  await sound(school)
  await school.rebuild()
  await live(school, 6)
  await sound(school)
  await school.inZone('Pacific/Auckland')
  await sound(school)
}, 120_000)
