import fc from 'fast-check'
import { addedTax, fullBasisPoints, includedTax, partOf, share, sumOf } from './money.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
const basisPoints = fc.integer({ min: 0, max: 10_000 })

test.each([
  [999, 2000, 200],
  [1, 5000, 1],
  [1, 4999, 0],
  [0, 10_000, 0],
  [1_000_000_000_000, 3333, 333_300_000_000],
])('the part of %i at %i basis points is %i', (of, rate, part) => expect(partOf(of, rate)).toBe(part))

test('a part is within half a unit of the exact one, and half a unit rounds up', () => {
  fc.assert(
    fc.property(amount, basisPoints, (of, rate) => {
      const error = BigInt(partOf(of, rate)) * BigInt(fullBasisPoints) - BigInt(of) * BigInt(rate)
      expect(error > -5000n && error <= 5000n).toBe(true)
    }),
  )
})

test('the tax that was added to a net amount is the tax in the gross amount', () => {
  fc.assert(
    fc.property(amount, basisPoints, (net, rate) => {
      const tax = addedTax(net, rate)
      expect(includedTax(net + tax, rate)).toBe(tax)
    }),
  )
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [2, [0, 0, 0], [1, 1, 0]],
  [10, [7, 0, 3], [7, 0, 3]],
  [1, [1, 2], [0, 1]],
  [5, [], []],
])('%i in proportion to %j is %j', (of, weights, shares) => expect(share(of, weights)).toEqual(shares))

test('shares lose and make no unit, each is within one unit of the exact one, and a weight of 0 gets nothing', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(amount, weights, (of, drawnWeights) => {
      const shares = share(of, drawnWeights)
      expect(sumOf(shares)).toBe(of)
      const total = sumOf(drawnWeights)
      if (total === 0) return
      shares.forEach((each, index) => {
        const error = BigInt(each) * BigInt(total) - BigInt(of) * BigInt(drawnWeights[index]!)
        expect(error < BigInt(total) && error > -BigInt(total)).toBe(true)
        if (drawnWeights[index] === 0) expect(each).toBe(0)
      })
    }),
  )
})
