// Until when a lesson is to be completed.
import { formatTime } from '@lms/contract'
import { afterFreezes, hoursAfter, instantAfter, instantOf, localOf } from './calendar-days.ts'
import type { Deadline } from './condition-schema.ts'
import type { FactsNow } from './facts.ts'

/** The instant of a deadline, later by the days of every freeze before it; null while its start is unknown. */
export function deadlineOf(deadline: Deadline, opensAt: string | null, facts: FactsNow): string | null {
  if (deadline.kind === 'date') return fixedDeadline(formatTime(new Date(deadline.at)), facts)
  const base = deadline.from === 'opening' ? opensAt : facts.flow_starts_at
  if (base === null) return null
  // The opening has already been moved by the freezes before it.
  const since = deadline.from === 'opening' ? base : null
  return deadline.kind === 'hours_after'
    ? hoursAfter(base, deadline.hours, facts, since)
    : instantAfter(base, deadline, facts, since)
}

/** A deadline that was set at `since`, later by the days of every freeze between. */
export const fixedDeadline = (at: string, facts: FactsNow, since: string | null = null): string =>
  instantOf(afterFreezes(localOf(at, facts.zone), facts, since), facts.zone)
