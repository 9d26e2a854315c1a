import { createHash } from 'node:crypto'

/** The number of the variant that a person gets, from 1: the same at each call, in proportion to the shares. */
export function variantOf(shares: readonly number[], ...keys: readonly string[]): number {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const point = createHash('sha256').update(keys.join(' ')).digest().readUInt32BE() / 2 ** 32
  let end = 0
  for (const [index, share] of shares.entries()) {
    end += share / total
    if (point < end) return index + 1
  }
  return shares.length
}
