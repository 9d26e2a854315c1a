import * as fc from 'fast-check'
import { nextTerms } from './repeat.rules.ts'

const term = (due_at: string, every: number, unit: 'day' | 'week' | 'month' | 'year', from = due_at) => ({
  due_at,
  remind_at: null,
  repeat: { every, unit },
  first_due_at: from,
})

test.each([
  [
    'the next day',
    term('2026-11-24T09:00:00Z', 1, 'day'),
    '2026-11-24T08:00:00Z',
    '2026-11-25T09:00:00.000Z',
  ],
  [
    'finished late: the first that is still to come',
    term('2026-11-24T09:00:00Z', 1, 'week'),
    '2026-12-20T00:00:00Z',
    '2026-12-22T09:00:00.000Z',
  ],
  [
    'the same hour after the clocks change',
    term('2026-10-24T07:00:00Z', 1, 'day'),
    '2026-10-24T08:00:00Z',
    '2026-10-25T08:00:00.000Z',
  ],
  [
    'the last day of a shorter month',
    term('2027-01-31T11:00:00Z', 1, 'month'),
    '2027-01-30T00:00:00Z',
    '2027-02-28T11:00:00.000Z',
  ],
  [
    'the 31st again after it',
    term('2027-02-28T11:00:00Z', 1, 'month', '2027-01-31T11:00:00Z'),
    '2027-02-28T12:00:00Z',
    '2027-03-31T10:00:00.000Z',
  ],
  ['a leap day', term('2028-02-29T11:00:00Z', 1, 'year'), '2028-02-29T12:00:00Z', '2029-02-28T11:00:00.000Z'],
])('%s', (_, task, now, due_at) =>
  expect(nextTerms(task, 'Europe/Berlin', now)).toEqual({ due_at, remind_at: null }),
)

test('a reminder keeps its distance; a task without a repetition or a term has no next', () => {
  const task = { ...term('2026-11-24T09:00:00Z', 2, 'day'), remind_at: '2026-11-24T07:30:00Z' }
  expect(nextTerms(task, 'UTC', '2026-11-24T00:00:00Z')?.remind_at).toBe('2026-11-26T07:30:00.000Z')
  expect(nextTerms({ ...task, repeat: null }, 'UTC', '2026-11-24T00:00:00Z')).toBeNull()
  expect(nextTerms({ ...task, due_at: null }, 'UTC', '2026-11-24T00:00:00Z')).toBeNull()
})

test('the next term is the first of the series after the last term and now', () => {
  const units = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const)
  const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(at, units, fc.integer({ min: 1, max: 366 }), at, (due, unit, every, now) => {
      const next = nextTerms(term(due.toISOString(), every, unit), 'Europe/Berlin', now.toISOString())!
      const after = Math.max(due.getTime(), now.getTime())
      const longest = { day: 1.05, week: 7.05, month: 31.05, year: 366.05 }[unit] * every * 86_400_000
      const gap = Date.parse(next.due_at) - after
      expect(gap).toBeGreaterThan(0)
      expect(gap).toBeLessThanOrEqual(longest)
    }),
  )
})
