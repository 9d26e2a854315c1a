// Three years of a subscription under anything that can happen to it.
import { formatTime } from '@lms/contract'
import fc from 'fast-check'
import { dayMs, month, paid, plan, subscription, terms, year } from '../testing/subscription.ts'
import { between, daysAfter, spreadMs } from './calendar.ts'
import {
  accessOf,
  afterFailure,
  changedPeriod,
  dueOf,
  ended,
  nextPeriod,
  type Period,
  paused,
  resumed,
} from './subscription.rules.ts'

type Happening =
  | { kind: 'outcomes'; fails: boolean[] }
  | { kind: 'pause'; days: number }
  | { kind: 'change'; now: boolean; amount: number; yearly: boolean }
  | { kind: 'outage'; days: number }

const happenings: fc.Arbitrary<{ day: number; what: Happening }[]> = fc.array(
  fc.record({
    day: fc.nat(1095),
    what: fc.oneof(
      fc.record({ kind: fc.constant('outcomes' as const), fails: fc.array(fc.boolean(), { maxLength: 6 }) }),
      fc.record({ kind: fc.constant('pause' as const), days: fc.integer({ min: 1, max: 120 }) }),
      fc.record({
        kind: fc.constant('change' as const),
        now: fc.boolean(),
        amount: fc.integer({ min: 1, max: 100_000 }),
        yearly: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('outage' as const), days: fc.integer({ min: 1, max: 90 }) }),
    ),
  }),
  { maxLength: 12 },
)

test('in three years each period is charged once, no money is lost or made, and no access outlasts the grace', () => {
  fc.assert(
    fc.property(
      happenings,
      fc
        .date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
        .map(formatTime),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'),
      (events, begins, time_zone) => {
        const world = livedThrough(events, begins, time_zone)
        const numbers = world.charged.map(({ number }) => number)
        expect(numbers).toEqual(numbers.map((_, index) => index + 2))
        expect(world.received).toBe(world.used + world.present.period_value + world.present.credit_amount)
        // Before each access ends, a period was paid whose end and grace it does not outlast.
        const longest = spreadMs + plan.grace_days * dayMs
        for (const { ends_at, until } of world.access) expect(between(ends_at, until)).toBe(longest)
        for (const { starts_at, ends_at } of world.charged) expect(ends_at > starts_at).toBe(true)
      },
    ),
  )
})

function livedThrough(
  events: readonly { day: number; what: Happening }[],
  begins: string,
  time_zone: string,
) {
  const anchor = { anchor_at: begins, anchor_period: 0, time_zone }
  let present = subscription({ ...anchor, period_starts_at: begins })
  let failures: boolean[] = []
  let idle = begins
  const world = {
    charged: [] as Period[],
    access: [] as { ends_at: string; until: string }[],
    received: 4900,
    used: 0,
  }
  const pay = (period: Period, value: number) => {
    world.used += value
    world.received += period.amount - period.credit_used
    world.charged.push(period)
    world.access.push({ ends_at: period.ends_at, until: accessOf(period, plan) })
    present = paid(present, period)
  }
  /** Does all that is due until a time. */
  const runUntil = (time: string) => {
    for (;;) {
      const due = dueOf(present)
      if (!due || due.at > time) return
      const [, now = due.at] = [due.at, idle].sort()
      if (now > time) return
      if (due.act === 'resume') {
        present = { ...present, ...resumed(present, now).changes, status: 'active' }
      } else if (failures.shift()) {
        const after = afterFailure(present, plan, now)
        present = after
          ? { ...present, ...after, status: 'past_due' }
          : { ...present, ...ended('unpaid', now), status: 'canceled' }
      } else pay(nextPeriod(present, now), present.period_value)
    }
  }
  for (const { day, what } of [...events].sort((one, other) => one.day - other.day)) {
    const now = daysAfter(begins, day)
    runUntil(now)
    if (what.kind === 'outcomes') failures = [...what.fails]
    if (what.kind === 'outage') idle = daysAfter(now, what.days)
    if (present.status !== 'active') continue
    if (what.kind === 'pause')
      present = { ...present, ...paused(daysAfter(now, what.days), now), status: 'paused' }
    if (what.kind !== 'change') continue
    const newTerms = terms({ amount: what.amount, interval: what.yearly ? year : month })
    if (!what.now) present = { ...present, price_change: newTerms }
    else {
      const period = changedPeriod(present, newTerms, { retained: present.period_value }, now)
      const unused = period.credited?.amount ?? 0
      pay(period, present.period_value - unused)
    }
  }
  runUntil(daysAfter(begins, 1095))
  return { ...world, present }
}
