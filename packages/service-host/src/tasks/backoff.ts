import type { Task } from './task.ts'

/**
 * Seconds until the next try after this many failures; null if there is none. Doubled with each failure, with a quarter
 * of jitter either way, so that tasks that failed together are not retried together. `chance` is 0 to 1.
 */
export function pauseAfter(
  { attempts, pause, longestPause }: Pick<Task, 'attempts' | 'pause' | 'longestPause'>,
  failures: number,
  chance: number,
): number | null {
  if (failures >= attempts) return null
  return Math.min(pause * 2 ** (failures - 1), longestPause) * (0.75 + chance / 2)
}
