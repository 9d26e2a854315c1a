// Reproducible randomness. In a test run one seed (`npm test -- --seed 7`) determines fast-check (`fast-check.ts`) and
// each file's Math.random (`seeded.ts`), from which the helpers below draw. Only the product's cryptographic values
// (ids, keys, secrets) differ between runs.
import { createHash } from 'node:crypto'

/** The seed of this run. */
export const testSeed = Number(process.env.LMS_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Random bytes. */
export const randomBytes = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, () => Math.floor(Math.random() * 256)))

/** A text of random hexadecimal digits. */
export const randomHex = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)

/** The same things in an order by chance. */
export const shuffled = <T>(things: readonly T[]): T[] =>
  things
    .map(thing => ({ thing, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ thing }) => thing)

export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** An independent generator, unaffected by the draws of others. */
  fork(): Random
}

/** Mulberry32 (Tommy Ettinger, 2017): 32 bits of state are enough for choosing what to kill. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: from => from[Math.floor(next() * from.length)]!,
    fork: () => randomFrom(Math.floor(next() * 2 ** 32)),
  }
}

/**
 * The source of Math.random in a test file, named by its path: the same for the same seed, independent of other files.
 */
export const randomOfFile = (path: string): Random =>
  randomFrom(testSeed ^ createHash('sha256').update(path).digest().readInt32LE())
