import { Cost } from './analytics-settings.ts'

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-00', false],
])('a cost may begin on %s: %s', (from, may) => {
  const cost = { source: '', medium: '', campaign: '', from, to: '2028-12-31', amount: 100, currency: 'EUR' }
  expect(Cost.safeParse(cost).success).toBe(may)
})
