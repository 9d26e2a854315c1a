// Randomness that a seed repeats.

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
