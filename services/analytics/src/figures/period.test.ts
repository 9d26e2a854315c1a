import { beginOf, daysOf, overlap, periodBefore, periodOf, startOf, within } from './period.ts'

const now = '2026-11-24T23:30:00.000+00:00'

test('a period is of whole days in the zone of the school', () => {
  const at = { zone: 'Europe/Berlin', now }
  expect(periodOf({ from: null, to: null }, at)).toEqual({ from: '2026-10-27', to: '2026-11-26' })
  const midnight = '2026-11-24T23:00:00.000+00:00'
  expect(periodOf({ from: midnight, to: null }, at).from).toBe('2026-11-25')
  expect(periodOf({ from: null, to: midnight }, at).to).toBe('2026-11-25')
  expect(periodOf({ from: null, to: '2026-11-24T23:00:00.001+00:00' }, at).to).toBe('2026-11-26')
})

test('a day is one of the school, and what an answer tells as its first and last day can be sent back', () => {
  const at = { zone: 'Pacific/Auckland', now }
  const october = { from: '2026-10-01', to: '2026-11-01' }
  expect(periodOf(october, at)).toEqual(october)
  const first = startOf(october.from, at.zone)
  expect(first).toBe('2026-09-30T11:00:00.000+00:00')
  expect(periodOf({ from: first, to: startOf(october.to, at.zone) }, at)).toEqual(october)
  expect(periodOf({ from: '2026-11-01', to: null }, at)).toEqual({ from: '2026-11-01', to: '2026-11-26' })
})

test.each(['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles'])(
  'a period has no day whose beginning the database cannot have, in %s',
  zone => {
    const of = (from: string | null, to: string | null) => periodOf({ from, to }, { zone, now })
    const first = of('0001-01-01T00:00:00.000+00:00', '0001-01-20T00:00:00.000+00:00')
    const last = of('9999-12-20T00:00:00.000+00:00', '9999-12-31T23:59:59.000+00:00')
    expect([first.from, last.to]).toEqual(['0001-01-02', '9999-12-31'])
    for (const day of [first.from, last.to]) expect(startOf(day, zone)).toMatch(/^\d{4}-/)
    expect(of(null, '0001-01-20T00:00:00.000+00:00').from).toBe('0001-01-02')
    expect(daysOf(of('9999-12-31T23:59:59.000+00:00', null))).toBeLessThan(1)
  },
)

test('the days that two periods have in common are compared by the calendar, not as text', () => {
  const open = { from: '2026-01-01', to: '+010000-01-01' }
  const month = { from: '2026-11-01', to: '2026-12-01' }
  expect(overlap(open, month)).toEqual(month)
  expect(overlap(month, open)).toEqual(month)
})

test('days begin where clocks change, too', () => {
  expect(startOf('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000+00:00')
  expect(startOf('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000+00:00')
})

test('weeks begin on Monday, and end with the period', () => {
  expect(beginOf('2026-11-24', 'week')).toBe('2026-11-23')
  expect(beginOf('2026-11-24', 'month')).toBe('2026-11-01')
  expect(within('2026-11-23', 'week', { from: '2026-11-24', to: '2026-11-26' })).toEqual({
    from: '2026-11-24',
    to: '2026-11-26',
  })
})

test('the period before has the same length, or is a year ago', () => {
  const period = { from: '2026-03-01', to: '2026-04-01' }
  expect(periodBefore(period, 'previous_period')).toEqual({ from: '2026-01-29', to: '2026-03-01' })
  expect(periodBefore(period, 'previous_year')).toEqual({ from: '2025-03-01', to: '2025-04-01' })
  expect(daysOf(period)).toBe(31)
})

test('28 February of a leap year is compared with that of the year before', () => {
  const back = (from: string, to: string) => periodBefore({ from, to }, 'previous_year')
  expect(back('2028-02-28', '2028-02-29')).toEqual({ from: '2027-02-28', to: '2027-03-01' })
  expect(back('2028-02-01', '2028-02-29')).toEqual({ from: '2027-02-01', to: '2027-03-01' })
  expect(back('2028-02-29', '2028-03-01')).toEqual({ from: '2027-02-28', to: '2027-03-01' })
  expect(back('2029-02-01', '2029-03-01')).toEqual({ from: '2028-02-01', to: '2028-03-01' })
})
