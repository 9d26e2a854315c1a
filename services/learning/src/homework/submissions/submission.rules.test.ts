import { formatTime } from '@lms/contract'
import fc from 'fast-check'
import { daysLate, deadlineOfReturn, latenessOf, scoreAfter } from './submission.rules.ts'

test.each([
  ['in time', '2026-03-10T12:00:00.000+00:00', '2026-03-10T12:00:00.000+00:00', 0],
  ['a moment late on the same day', '2026-03-10T12:00:01.000+00:00', '2026-03-10T12:00:00.000+00:00', 1],
  ['after midnight of the zone', '2026-03-10T22:30:00.000+00:00', '2026-03-10T20:00:00.000+00:00', 1],
  ['two days late', '2026-03-12T01:00:00.000+00:00', '2026-03-10T20:00:00.000+00:00', 2],
  ['by the zone, not by hours', '2026-03-11T23:30:00.000+00:00', '2026-03-10T22:00:00.000+00:00', 2],
])('an answer %s is so many days late', (_, sent, deadline, days) => {
  expect(daysLate(sent, deadline, 'Europe/Berlin')).toBe(days)
  expect(daysLate(sent, null, 'Europe/Berlin')).toBe(0)
})

test.each([
  [1000, 0, 1000],
  [1000, 1, 900],
  [1000, 3, 700],
  [1000, 12, 0],
  [5, 1, 5],
  [4, 1, 4],
  [null, 3, null],
])('%s after %d days at 10 percent each counts as %s', (score, late, counts) => {
  expect(scoreAfter(score, late, { late: 'penalty', penalty_percent: 10 })).toBe(counts)
  expect(scoreAfter(score, late, { late: 'mark', penalty_percent: null })).toBe(score)
})

describe('lateness over any history', () => {
  const start = Date.parse('2026-03-01T12:00:00Z')
  const at = (days: number) => formatTime(new Date(start + days * 86_400_000))
  const terms = (due_at: string | null) => ({ due_at, zone: 'UTC', freezes: [], now: at(400) })
  const step = fc.record({
    wait: fc.integer({ min: 1, max: 9 }),
    end: fc.constantFrom('returned' as const, 'withdrawn' as const),
    extra: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  const historyOf = (
    steps: readonly { wait: number; end: 'returned' | 'withdrawn'; extra: number | null }[],
  ) => {
    let day = 0
    return steps.map(({ wait, end, extra }, index) => {
      day += wait
      const isLast = index === steps.length - 1
      return {
        ...{ number: index + 1, sent_at: at(day), changed_at: null, days_late: 0, score: null },
        status: isLast ? ('submitted' as const) : end,
        decided_at: isLast ? null : at(day),
        return_due_at: isLast || end === 'withdrawn' || extra === null ? null : at(day + extra),
      }
    })
  }
  const steps = fc.array(step, { minLength: 1, maxLength: 8 })
  const deadline = fc.integer({ min: 0, max: 60 })
  const days = (history: ReturnType<typeof historyOf>, until: number | null) =>
    latenessOf(history, { late: 'penalty' }, terms(until === null ? null : at(until))).days_late

  test('a later deadline never makes an answer later, and one after all lifts every delay by the lesson', () => {
    fc.assert(
      fc.property(steps, deadline, deadline, (all, one, other) => {
        const history = historyOf(all)
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        expect(days(history, late)).toBeLessThanOrEqual(days(history, early))
        expect(days(history, 400)).toBe(days(history, null))
      }),
    )
  })

  test('a return without a deadline changes no lateness', () => {
    fc.assert(
      fc.property(steps, deadline, fc.integer({ min: 1, max: 9 }), (all, until, wait) => {
        const history = historyOf(all)
        const last = { ...all.at(-1)!, end: 'returned' as const, extra: null }
        const again = historyOf([...all.slice(0, -1), last, { wait, end: 'returned', extra: null }])
        expect(days(again, until)).toBe(days(history, until))
      }),
    )
  })

  test('a return with a deadline counts from it alone', () => {
    fc.assert(
      fc.property(
        steps,
        deadline,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (all, until, wait, extra) => {
          const last = { ...all.at(-1)!, end: 'returned' as const, extra }
          const history = historyOf([...all.slice(0, -1), last, { wait, end: 'returned', extra: null }])
          expect(days(history, until)).toBe(Math.max(0, wait - extra))
        },
      ),
    )
  })
})

test('a leave moves the deadline of a return by its days, and one that ran already from the return', () => {
  const returned = {
    decided_at: '2026-03-05T12:00:00.000+00:00',
    return_due_at: '2026-03-07T12:00:00.000+00:00',
  }
  const until = (from: string, to: string | null) =>
    deadlineOfReturn(returned, {
      zone: 'UTC',
      freezes: [{ from: `2026-03-${from}T12:00:00.000+00:00`, to: to && `2026-03-${to}T12:00:00.000+00:00` }],
      now: '2026-03-20T12:00:00.000+00:00',
    })?.slice(0, 10)
  expect(until('01', '04')).toBe('2026-03-07')
  expect(until('06', '09')).toBe('2026-03-10')
  expect(until('01', '09')).toBe('2026-03-11')
  expect(until('06', null)).toBe('2026-03-21')
  expect(until('08', '12')).toBe('2026-03-07')
})
