import { shareOf } from './costs.ts'

const cost = { from: '2026-11-01', to: '2026-11-30', amount: 30_000 }

test.each([
  ['2026-11-01', '2026-12-01', 30_000],
  ['2026-11-30', '2027-01-01', 1000],
  ['2026-10-01', '2026-11-02', 1000],
  ['2026-11-10', '2026-11-13', 3000],
  ['2026-12-01', '2027-01-01', 0],
])('of a cost from %s to before %s', (from, to, share) => {
  expect(shareOf(cost, { from, to })).toBe(share)
})

test('a cost without an end in sight has its share of each day', () => {
  const endless = { from: '2026-11-01', to: '9999-12-31', amount: 30_000_000 }
  expect(shareOf(endless, { from: '2026-11-01', to: '2026-12-01' })).toBe(309)
})
