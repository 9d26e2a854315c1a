// When to start something again that has ended: soon at first, then ever later, never all at the same moment.

export interface BackOff {
  /** Milliseconds to wait before the next start, for something that lived so long (milliseconds). */
  next(livedMs: number): number
}

const first = 250
const most = 30_000
/** What lived so long is taken as healthy: the next fault starts from the beginning. */
const healthyMs = 10_000

/** Doubling waits with full jitter in their upper half. `random` gives 0 to 1. */
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
