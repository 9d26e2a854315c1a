// Arithmetic of money: whole numbers of the currency's minor unit, never fractions.
//
// The rounding rule, for everything: a part of an amount is rounded half up; an amount that is divided into shares loses
// and makes no unit, because the shares with the largest remainders get the units that are left.

/** One percent is a hundred basis points; the whole is 10,000. */
export const fullBasisPoints = 10_000

/** A part of an amount, rounded half up: `partOf(999, 2000)` is 200. */
export const partOf = (amount: number, basisPoints: number): number =>
  dividedHalfUp(BigInt(amount) * BigInt(basisPoints), BigInt(fullBasisPoints))

/** The tax on a net amount, to be added to it. */
export const addedTax = partOf

/** The tax in a gross amount: gross × rate ÷ (100 % + rate), rounded half up. */
export const includedTax = (amount: number, basisPoints: number): number =>
  dividedHalfUp(BigInt(amount) * BigInt(basisPoints), BigInt(fullBasisPoints + basisPoints))

/**
 * Divides an amount in proportion to weights; the sum of the shares is the amount. The largest remainders get the units
 * that rounding down leaves (Hamilton's method), the first of equal ones. Weights that are all 0 count as equal.
 */
export function share(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const effectiveWeights = weights.some(weight => weight > 0) ? weights : weights.map(() => 1)
  const total = effectiveWeights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const exact = effectiveWeights.map(weight => BigInt(amount) * BigInt(weight))
  const shares = exact.map(each => Number(each / total))
  const remaining = amount - sumOf(shares)
  const byRemainder = exact
    .map((each, index) => ({ index, remainder: each % total }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const { index } of byRemainder.slice(0, remaining)) shares[index]! += 1
  return shares
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

const dividedHalfUp = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor))
