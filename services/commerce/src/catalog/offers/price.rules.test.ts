import { Refused } from '@lms/contract'
import { offer, priceOf } from '../../testing/baskets.ts'
import type { Price } from './price.contract.ts'
import { checkPrice, refuseRewritten } from './price.rules.ts'

const month = { unit: 'month', count: 1 } as const
const later = '2026-06-01T00:00:00.000+00:00'
const latest = '2026-07-01T00:00:00.000+00:00'
const parts = (...pairs: [number, number][]) =>
  pairs.map(([basis_points, after_days]) => ({ basis_points, after_days }))

const faultsOf = (fields: Partial<Price>): string[] => {
  try {
    checkPrice(priceOf(offer(), { amount: 700, ...fields }))
  } catch (error) {
    if (error instanceof Refused) return error.details!.map(({ path }) => path)
    throw error
  }
  return []
}

test.each<[string, Partial<Price>, string[]]>([
  ['paid once', {}, []],
  ['with a period and free days', { interval: month, trial_days: 14 }, []],
  ['with free days of nothing', { trial_days: 14 }, ['body.trial_days']],
  ['with an early price', { early_amount: 0, early_starts_at: later, early_ends_at: latest }, []],
  ['with an early price from now on', { early_amount: 699, early_ends_at: latest }, []],
  ['with an early price that is none', { early_amount: 700, early_ends_at: latest }, ['body.early_amount']],
  ['with an early price for ever', { early_amount: 1, early_starts_at: later }, ['body.early_ends_at']],
  [
    'early for no time',
    { early_amount: 1, early_starts_at: later, early_ends_at: later },
    ['body.early_ends_at'],
  ],
  [
    'with dates of no early price',
    { early_starts_at: later, early_ends_at: latest },
    ['body.early_starts_at', 'body.early_ends_at'],
  ],
  ['in instalments', { instalments: parts([2500, 0], [7500, 30]) }, []],
  ['in one instalment', { instalments: parts([10_000, 0]) }, ['body.instalments']],
  [
    'in instalments of less than the whole',
    { instalments: parts([2500, 0], [7499, 30]) },
    ['body.instalments'],
  ],
  [
    'in instalments of more than the whole',
    { instalments: parts([2500, 0], [7501, 30]) },
    ['body.instalments'],
  ],
  ['in instalments of one day', { instalments: parts([5000, 3], [5000, 3]) }, ['body.instalments']],
  [
    'in instalments of a period',
    { interval: month, instalments: parts([5000, 0], [5000, 3]) },
    ['body.instalments'],
  ],
])('a price %s', (_, fields, faults) => expect(faultsOf(fields)).toEqual(faults))

const frozen: Partial<Price>[] = [
  { amount: 1 },
  { currency: 'USD' },
  { interval: month },
  { trial_days: 1 },
  { early_amount: 1 },
  { early_starts_at: later },
  { early_ends_at: later },
  { tax_included: true },
  { instalments: parts([5000, 0], [5000, 3]) },
]
test.each(frozen)('a sold price keeps %j', fields => {
  const price = priceOf(offer())
  const change = (sold: boolean) => () => refuseRewritten({ ...price, sold }, { ...price, ...fields })
  expect(change(true)).toThrow(Refused)
  expect(change(false)).not.toThrow()
})

test('every field of a sold price but its name and status is kept', () => {
  const free = ['id', 'offer_id', 'name', 'status', 'version', 'created_at', 'updated_at']
  const coveredFields = [...free, ...frozen.flatMap(Object.keys)]
  expect(coveredFields.sort()).toEqual(Object.keys(priceOf(offer())).sort())
  const price = priceOf(offer())
  const renamed = { ...price, name: 'Other', status: 'archived' as const }
  expect(() => refuseRewritten({ ...price, sold: true }, renamed)).not.toThrow()
})
