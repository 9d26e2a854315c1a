// Randomness that a seed repeats. In a run of the tests one seed (`npm test -- --seed 7`) stands behind all of it:
// fast-check's (`fast-check.ts`) and each file's Math.random (`seeded.ts`), from which the helpers below draw. Only what
// the product itself draws from the system's cryptography (ids, keys, secrets) is another each time.
import { createHash } from 'node:crypto'

/** The seed of this run. */
export const testSeed = Number(process.env.LMS_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Bytes that mean nothing. */
export const randomBytes = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, () => Math.floor(Math.random() * 256)))

/** A text of so many hexadecimal digits. */
export const randomHex = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)

export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** A stream of its own, which what others draw does not move. */
  fork(): Random
}

/** Mulberry32 (Tommy Ettinger, 2017): 32 bits of state are plenty for choosing what to kill. */
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

/** What Math.random draws from in a test file, named from the root: the same for the same seed, whatever others draw. */
export const randomOfFile = (path: string): Random =>
  randomFrom(testSeed ^ createHash('sha256').update(path).digest().readInt32LE())
