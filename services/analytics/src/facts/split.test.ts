import fc from 'fast-check'
import { type Shared, splitByOffer } from './split.ts'

const item = fc.record({
  offer_id: fc.constantFrom('a', 'b', 'c', 'd'),
  amount: fc.nat(1_000_000),
  discount_amount: fc.nat(1000),
  tax: fc.constant(null),
}) as fc.Arbitrary<Shared>

test('the parts of an amount sum up to it, and none is negative', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.array(item, { minLength: 1, maxLength: 20 }), (amount, items) => {
      const parts = splitByOffer(amount, items)
      expect(parts.reduce((sum, [, part]) => sum + part, 0)).toBe(amount)
      expect(parts.every(([, part]) => part >= 0)).toBe(true)
      expect(new Set(parts.map(([offer]) => offer))).toEqual(new Set(items.map(({ offer_id }) => offer_id)))
    }),
  )
})

test('an offer that costs nothing gets nothing of what others cost', () => {
  const items = [
    { offer_id: 'a', amount: 0, discount_amount: 0, tax: null },
    { offer_id: 'b', amount: 300, discount_amount: 0, tax: null },
    { offer_id: 'c', amount: 600, discount_amount: 0, tax: { included: false, amount: 0 } },
  ]
  expect(splitByOffer(100, items)).toEqual([
    ['a', 0],
    ['b', 33],
    ['c', 67],
  ])
})
