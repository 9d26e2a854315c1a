import { noCost, type Refused } from '@lms/contract'
import { defaultLimits } from '@lms/site/contract'
import { Budgets } from './budgets.ts'

const limits = { ...defaultLimits, event_rate: 10, event_burst: 100, task_rate: 1, task_burst: 5 }
let now = 0
let budgets: Budgets
beforeEach(() => {
  now = 1_000_000
  budgets = new Budgets(() => now)
  budgets.check('a', limits)
})
const refusal = (school = 'a', of = limits) => {
  try {
    budgets.check(school, of)
    return null
  } catch (error) {
    return error as Refused
  }
}

test('one large change succeeds, and its debt is paid at the rate before the next', () => {
  budgets.charge('a', { ...noCost, event: 1100 })
  const refused = refusal()!
  expect(refused).toMatchObject({
    refusal: { reason: 'budget_spent', status: 429 },
    headers: { 'retry-after': '101' },
    message: expect.stringContaining('budget of events: 10 a second, 100 at once'),
  })
  now += 100_000
  expect(refusal()).not.toBeNull()
  now += 1000
  expect(refusal()).toBeNull()
})

test('over any time at most the burst, the rate and one call are spent', () => {
  let spent = 0
  for (let seconds = 0; seconds < 1000; seconds++) {
    now += 1000
    if (refusal()) continue
    spent += 250
    budgets.charge('a', { ...noCost, event: 250 })
  }
  expect(spent).toBeGreaterThanOrEqual(10_000)
  expect(spent).toBeLessThanOrEqual(100 + 10 * 1000 + 250)
})

test('each budget is separate, and so is each school', () => {
  budgets.check('b', limits)
  budgets.charge('a', { ...noCost, task: 5 })
  expect(refusal()!.message).toContain('budget of tasks')
  expect(refusal('b')).toBeNull()
  budgets.charge('b', { ...noCost, delivery: limits.delivery_burst })
  expect(refusal('b')!.message).toContain('budget of deliveries')
})

test('a raised limit applies to earlier spending', () => {
  budgets.charge('a', { ...noCost, event: 200 })
  expect(refusal()!.headers['retry-after']).toBe('11')
  now += 1000
  expect(refusal('a', { ...limits, event_rate: 1000 })).toBeNull()
})

test('the usage of schools without requests here is not stored', () => {
  budgets.charge('c', { ...noCost, event: 1_000_000 })
  expect(refusal('c')).toBeNull()
})
