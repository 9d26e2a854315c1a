import { createHash } from 'node:crypto'

/** The number of the variant that a person gets, from 1: the same at each call, in proportion to the weights. */
export function variantOf(weights: readonly number[], ...keys: readonly string[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const point = createHash('sha256').update(keys.join(' ')).digest().readUInt32BE() / 2 ** 32
  let end = 0
  for (const [index, weight] of weights.entries()) {
    end += weight / total
    if (point < end) return index + 1
  }
  return weights.length
}
