import { newId } from '@lms/contract'
import fc from 'fast-check'
import { dayMs, paid, plan, start, subscription, terms, year } from '../testing/subscription.ts'
import { between, daysAfter, later } from './calendar.ts'
import { unusedOf } from './proration.ts'
import {
  afterFailure,
  changedPeriod,
  dueOf,
  ended,
  nextPeriod,
  paused,
  refuseCharging,
  resumed,
  type StoredSubscription,
} from './subscription.rules.ts'

describe('the next period', () => {
  test('begins where the present one ends, and ends on the day of the first', () => {
    const second = nextPeriod(subscription(), '2025-02-28T11:00:00.000+00:00')
    expect(second).toMatchObject({
      number: 2,
      starts_at: '2025-02-28T10:00:00.000+00:00',
      ends_at: '2025-03-31T09:00:00.000+00:00',
      amount: 4900,
      credit_used: 0,
    })
  })

  test('has the price that was chosen for it; another length counts from there on', () => {
    const newTerms = terms({ interval: year })
    const present = subscription({ price_change: newTerms, credit_amount: 1000 })
    const second = nextPeriod(present, present.period_ends_at)
    expect(second).toMatchObject({
      ...newTerms,
      ends_at: '2026-02-28T10:00:00.000+00:00',
      credit_used: 1000,
    })
    expect(paid(present, second)).toMatchObject({ ...newTerms, price_change: null, credit_amount: 0 })
    const newer = terms({ amount: 100 })
    expect(paid({ ...present, price_change: newer }, second)).toMatchObject({ price_change: newer })
  })

  test('leaves credit that a refund under way will take, and what a refund has taken meanwhile', () => {
    const present = subscription({ credit_amount: 5000 })
    const second = nextPeriod(present, present.period_ends_at, 3000)
    expect(second).toMatchObject({ amount: 4900, credit_used: 2000 })
    expect(paid(present, second).credit_amount).toBe(3000)
    expect(paid({ ...present, credit_amount: 2000 }, second).credit_amount).toBe(0)
  })

  test('begins now if it would be over: nobody pays for time that they were not given', () => {
    const now = '2025-06-10T08:00:00.000+00:00'
    expect(nextPeriod(subscription(), now)).toMatchObject({
      number: 2,
      starts_at: now,
      ends_at: '2025-07-10T08:00:00.000+00:00',
    })
  })
})

describe('a failed charge', () => {
  test('is repeated on the days of the plan, then the subscription ends', () => {
    let present = subscription({ status: 'past_due' })
    const failed = '2025-03-01T10:00:00.000+00:00'
    const tries = []
    for (let now = failed; ; now = present.next_charge_at!) {
      const after = afterFailure(present, plan, now)
      if (!after) break
      present = { ...present, ...after }
      tries.push(between(failed, present.next_charge_at!) / dayMs)
    }
    expect(tries).toEqual([1, 3, 5, 7])
    expect(present).toMatchObject({ attempts: 4, past_due_at: failed })
  })

  test.each([
    ['a retry by hand before the next day of the plan leaves the plan', 0.5, 3],
    ['a retry by hand on a later day puts the next one a day off', 4, 5],
  ])('%s', (_, days, next) => {
    const first = '2025-03-01T10:00:00.000+00:00'
    const present = subscription({ status: 'past_due', attempts: 1, past_due_at: first })
    const after = afterFailure(present, plan, daysAfter(first, days))
    expect(after!.next_charge_at).toBe(daysAfter(first, next))
  })

  test('ends the subscription at once where the plan is empty', () => {
    expect(afterFailure(subscription(), { ...plan, dunning_days: [] }, start)).toBeNull()
  })
})

describe('what is due', () => {
  const charge = { next_charge_at: '2025-03-01T10:00:00.000+00:00' }
  test.each<[string, Partial<StoredSubscription>, object | null]>([
    ['a charge', charge, { act: 'charge', at: charge.next_charge_at }],
    ['a retry', { ...charge, status: 'past_due' }, { act: 'charge', at: charge.next_charge_at }],
    ['nothing while a charge is under way', { ...charge, open_payment_id: newId('pay') }, null],
    [
      'the end of the period',
      { ...charge, cancels_at_period_end: true },
      { act: 'end', at: '2025-02-28T10:00:00.000+00:00' },
    ],
    ['nothing in a pause', { status: 'paused', next_charge_at: null }, null],
    ['the end of a pause', { status: 'paused', resumes_at: start }, { act: 'resume', at: start }],
    ['nothing after the end', { ...charge, status: 'canceled' }, null],
  ])('%s', (_, fields, expected) => {
    expect(dueOf(subscription(fields))).toEqual(expected)
  })
})

test('a pause moves the end of the period by its length, and that of a trial with it', () => {
  const now = '2025-02-10T10:00:00.000+00:00'
  expect(() => paused(now, now)).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ status: 422 }) }),
  )
  const present = subscription({ status: 'paused', ...paused(null, now) })
  const { move, changes } = resumed(present, daysAfter(now, 40))
  expect(move).toBe('resume')
  expect(changes).toMatchObject({
    period_ends_at: daysAfter('2025-02-28T10:00:00.000+00:00', 40),
    paused_at: null,
    trial_ends_at: null,
  })
  expect(nextPeriod({ ...present, ...changes }, changes.period_ends_at).ends_at).toBe(
    '2025-05-09T10:00:00.000+00:00',
  )
  const trial = resumed({ ...present, trial_ends_at: present.period_ends_at }, daysAfter(now, 1))
  expect(trial).toMatchObject({
    move: 'resume_trial',
    changes: { trial_ends_at: daysAfter('2025-02-28T10:00:00.000+00:00', 1) },
  })
})

test('nothing is changed while a charge is under way', () => {
  expect(() => refuseCharging({ open_payment_id: newId('pay') })).toThrow()
  expect(() => refuseCharging({ open_payment_id: null })).not.toThrow()
  expect(ended('unpaid', start)).toMatchObject({ open_payment_id: null, next_charge_at: null })
})

describe('the credit of an unused part', () => {
  test.each([
    ['nothing at the end', '2025-02-28T10:00:00.000+00:00', 0],
    ['nothing after it', '2025-03-28T10:00:00.000+00:00', 0],
    ['everything at the beginning', start, 4900],
    ['a half in the middle', '2025-02-14T10:00:00.000+00:00', 2450],
  ])('%s', (_, now, credit) => {
    const { period_starts_at, period_ends_at } = subscription()
    expect(unusedOf(4900, period_starts_at, period_ends_at, now)).toBe(credit)
  })

  test('is at most the money that was not given back', () => {
    const present = subscription({ credit_amount: 10 })
    expect(changedPeriod(present, terms(), { retained: 1000 }, start)).toMatchObject({
      change: true,
      credit_used: 1010,
      starts_at: start,
    })
  })

  test('falls with time, and never below nothing or above the value', () => {
    const ms = fc.integer({ min: -dayMs, max: 400 * dayMs })
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000_000),
        fc.integer({ min: 1, max: 366 * dayMs }),
        ms,
        ms,
        (value, length, one, other) => {
          const end = later(start, length)
          const unused = (after: number) => unusedOf(value, start, end, later(start, after))
          const [sooner, late] = [unused(Math.min(one, other)), unused(Math.max(one, other))]
          expect(sooner >= late && late >= 0 && sooner <= value).toBe(true)
        },
      ),
    )
  })
})
