import { beginOf, daysOf, periodBefore, periodOf, startOf, within } from './period.ts'

const now = '2026-11-24T23:30:00.000+00:00'

test('a period is of whole days in the zone of the school', () => {
  const at = { zone: 'Europe/Berlin', now }
  expect(periodOf({ from: null, to: null }, at)).toEqual({ from: '2026-10-27', to: '2026-11-26' })
  const midnight = '2026-11-24T23:00:00.000+00:00'
  expect(periodOf({ from: midnight, to: null }, at).from).toBe('2026-11-25')
  expect(periodOf({ from: null, to: midnight }, at).to).toBe('2026-11-25')
  expect(periodOf({ from: null, to: '2026-11-24T23:00:00.001+00:00' }, at).to).toBe('2026-11-26')
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
