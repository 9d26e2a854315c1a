import { costSums } from './cost-sums.ts'

const cost = {
  ...{ source: 'Search', medium: 'cpc', campaign: '', currency: 'EUR' },
  ...{ from: '2026-10-16', to: '2026-11-14', amount: 3001 },
}
const period = { from: '2026-10-01', to: '2027-01-01' }

test.each([
  ['as one', { by: ['currency'], only: {}, period }, [[{ currency: 'EUR' }, 3001]]],
  [
    'by month of the cohort',
    { by: ['cohort', 'source'], only: {}, period },
    [
      [{ cohort: '2026-10', source: 'search' }, 1601],
      [{ cohort: '2026-11', source: 'search' }, 1400],
    ],
  ],
  [
    'of part of its days',
    { by: ['month'], only: {}, period: { from: '2026-11-01', to: '2026-11-08' } },
    [[{ month: '2026-11-01' }, 700]],
  ],
  ['of another channel', { by: ['currency'], only: { source: ['news'] }, period }, []],
  ['of its channel', { by: [], only: { source: ['search'] }, period }, [[{}, 3001]]],
] as const)('a cost %s', (_, query, sums) =>
  expect(costSums([cost], query as never).map(({ by, amount }) => [by, amount])).toEqual(sums),
)
