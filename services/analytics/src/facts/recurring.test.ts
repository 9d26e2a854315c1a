import { type Movement, movementsOf, type Worth } from './recurring.ts'

let place = 0
const worth = (subscription_id: string, day: number, amount: number, offer_id = 'off_1'): Worth => ({
  ...{ subscription_id, amount, offer_id, country: '' },
  place: String(place++).padStart(4, '0'),
  at: `2026-10-${String(day).padStart(2, '0')}T12:00:00.000+00:00`,
})
const shown = (movements: readonly Movement[]) =>
  movements.map(({ kind, amount, offer_id }) => `${kind} ${amount}${offer_id === 'off_1' ? '' : ' other'}`)

test.each([
  ['a beginning', [worth('a', 1, 100)], ['mrr_new 100']],
  ['a failed renewal', [worth('a', 1, 100), worth('a', 5, 0)], ['mrr_new 100', 'mrr_churn 100']],
  [
    'one that is paid after all',
    [worth('a', 1, 100), worth('a', 5, 0), worth('a', 6, 100)],
    ['mrr_new 100', 'mrr_churn 100', 'mrr_reactivation 100'],
  ],
  [
    'a second subscription, and the end of the first',
    [worth('b', 3, 30), worth('a', 1, 100), worth('a', 5, 0)],
    ['mrr_new 100', 'mrr_expansion 30', 'mrr_contraction 100'],
  ],
  [
    'other prices',
    [worth('a', 1, 100), worth('a', 2, 150), worth('a', 3, 50)],
    ['mrr_new 100', 'mrr_expansion 50', 'mrr_contraction 100'],
  ],
  [
    'another offer',
    [worth('a', 1, 100), worth('a', 2, 150, 'off_2'), worth('a', 3, 0, 'off_3')],
    ['mrr_new 100', 'mrr_moved -100', 'mrr_moved 100 other', 'mrr_expansion 50 other', 'mrr_churn 150 other'],
  ],
  ['nothing', [worth('a', 1, 0)], []],
])('%s', (_, changes, expected) => expect(shown(movementsOf(changes))).toEqual(expected))

test('movements of random histories sum up to what all subscriptions are worth', () => {
  const sign = { mrr_churn: -1, mrr_contraction: -1 } as Record<string, number>
  for (let round = 0; round < 200; round++) {
    const changes = Array.from({ length: 12 }, () => {
      const pick = (most: number) => Math.floor(Math.random() * most)
      return worth('abc'[pick(3)]!, 1 + pick(28), pick(3) * 100, `off_${pick(2)}`)
    })
    const last = new Map(
      changes
        .toSorted(
          (one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.place < other.place ? -1 : 1),
        )
        .map(each => [each.subscription_id, each]),
    )
    const sum = (of: readonly { amount: number }[]) => of.reduce((all, { amount }) => all + amount, 0)
    const signed = movementsOf(changes).map(({ kind, amount, offer_id }) => ({
      ...{ offer_id, amount: amount * (sign[kind] ?? 1) },
    }))
    expect(sum(signed)).toBe(sum([...last.values()]))
  }
})
