import { balancesOf, countingClick, stillCounts } from './partner.rules.ts'

const [ann, bob] = [
  { code: 'ann', at: '2026-11-01T00:00:00.000+00:00' },
  { code: 'bob', at: '2026-11-02T00:00:00.000+00:00' },
]

const december = { code: 'bob', at: '2026-12-02T00:00:00.000+00:00' }
test.each([
  ['last', null, bob, bob],
  ['last', ann, bob, bob],
  ['first', null, bob, bob],
  ['first', ann, bob, ann],
  // The first one is forgotten by then.
  ['first', ann, december, december],
] as const)(
  'by the rule of the %s click, of %j and the later %j %j counts',
  (attribution, previous, later, counts) => {
    expect(countingClick(previous, later, { attribution, cookie_days: 30 })).toBe(counts)
  },
)

test.each([
  ['2026-11-01T00:00:00.000+00:00', true],
  ['2026-12-01T00:00:00.000+00:00', true],
  ['2026-12-01T00:00:00.001+00:00', false],
])('a click of the first of November that is remembered for 30 days counts at %s: %s', (now, counts) => {
  expect(stillCounts(ann, now, 30)).toBe(counts)
})

test('a balance has an entry for each currency in which anything was earned or paid', () => {
  const unsettled = [
    { partner_id: 'prt_a', currency: 'EUR', held: 5, available: -2 },
    { partner_id: 'prt_b', currency: 'EUR', held: 1, available: 1 },
  ]
  const paid = [
    { partner_id: 'prt_a', currency: 'CHF', paid: 7 },
    { partner_id: 'prt_a', currency: 'EUR', paid: 3 },
  ]
  expect(balancesOf('prt_a', unsettled, paid)).toEqual([
    { currency: 'CHF', held: 0, available: 0, paid: 7 },
    { currency: 'EUR', held: 5, available: -2, paid: 3 },
  ])
  expect(balancesOf('prt_c', unsettled, paid)).toEqual([])
})
