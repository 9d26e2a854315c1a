// The wait before a restart: short at first, then ever longer, and never the same for all.

export interface BackOff {
  /** Milliseconds to wait before the next start, for a part that lived this long (milliseconds). */
  next(livedMs: number): number
}

const first = 250
const most = 30_000
/** A part that lived this long counts as healthy: the next fault starts from the beginning. */
const healthyMs = 10_000

/** Doubling waits with jitter in their upper half. `random` returns 0 to 1. */
export function backOff(random: () => number = Math.random): BackOff {
  let faults = 0
  return {
    next(livedMs) {
      if (livedMs >= healthyMs) faults = 0
      const full = Math.min(most, first * 2 ** faults)
      faults = Math.min(faults + 1, 20)
      return Math.round(full / 2 + (full / 2) * random())
    },
  }
}
