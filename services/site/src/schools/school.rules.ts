// Pure decisions about schools: no clock, database or request.
import type { LimitChanges, Limits } from './school.contract.ts'

// The bursts of events and tasks allow two of the largest calls: ten thousand members who join a group with a course.
export const defaultLimits: Limits = {
  key_rate: 50,
  key_burst: 100,
  school_rate: 200,
  school_burst: 400,
  event_rate: 500,
  event_burst: 20_000,
  delivery_rate: 1000,
  delivery_burst: 20_000,
  task_rate: 200,
  task_burst: 20_000,
  storage_gibibytes: 50,
  storage_files: 100_000,
}

/** The limits that the school has of its own; the others follow the default, even if it changes one day. */
export type OwnLimits = Partial<Limits>

/** The effective limits. */
export const limitsOf = (own: OwnLimits): Limits => ({ ...defaultLimits, ...own })

/** The school's own limits with the changes; null removes one. */
export function changeLimits(own: OwnLimits, changes: LimitChanges): OwnLimits {
  const merged = Object.entries({ ...own, ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
}
