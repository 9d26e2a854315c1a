// When a repeating task is to be done again. Pure.
import { Temporal } from 'temporal-polyfill'
import type { ManagerTask } from './task.contract.ts'

type Repeating = Pick<ManagerTask, 'due_at' | 'remind_at' | 'repeat' | 'first_due_at'>

/**
 * The terms of the task that follows a finished one: the first of its series after both its own term and `now`, counted
 * from the first term in the zone of the school, so that the 31st comes back after February. The reminder keeps its
 * distance. Null for a task that does not repeat.
 */
export function nextTerms(
  { due_at, remind_at, repeat, first_due_at }: Repeating,
  zone: string,
  now: string,
): { due_at: string; remind_at: string | null } | null {
  if (!repeat || !due_at) return null
  const { every, unit } = repeat
  const first = Temporal.Instant.from(first_due_at ?? due_at).toZonedDateTimeISO(zone)
  const after = Math.max(Date.parse(due_at), Date.parse(now))
  const times = (count: number) => first.add({ [`${unit}s`]: count * every })
  // Whole units that have passed are a multiple too few by at most one at the end of a month.
  const passed = first.until(Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone), {
    largestUnit: unit,
  })
  let count = Math.max(1, Math.floor(passed[`${unit}s`] / every))
  while (times(count).epochMilliseconds <= after) count++
  const next = times(count).epochMilliseconds
  const distance = remind_at ? Date.parse(remind_at) - Date.parse(due_at) : null
  return {
    due_at: new Date(next).toISOString(),
    remind_at: distance === null ? null : new Date(next + distance).toISOString(),
  }
}
