// The moments of a rule. Pure: the same for one person and for a statement about all.
import { Temporal } from 'temporal-polyfill'
import type { Between, When } from './rule-bounds.ts'

const dayMs = 24 * 3600_000

/** The beginning of the day of a moment in a zone, so many days later. */
function startOfDay(ms: number, zone: string, later: number): number {
  const day = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  return day.add({ days: later }).toZonedDateTime(zone).epochMilliseconds
}

/** The moment that is meant at `now`; it never goes back while time passes. Milliseconds since 1970. */
export function momentOf(when: When, now: number): number {
  if ('at' in when) return Date.parse(when.at)
  if ('on' in when) return Temporal.PlainDate.from(when.on).toZonedDateTime(when.zone).epochMilliseconds
  if (when.zone === undefined) return now - when.days_ago * dayMs
  return startOfDay(now, when.zone, -when.days_ago)
}

/** The first moment after `now` at which a value is earlier than what is meant then; null for never, or if it is already. */
export function passes(value: number, when: When, now: number): number | null {
  if ('at' in when || 'on' in when || value < momentOf(when, now)) return null
  if (when.zone === undefined) return value + when.days_ago * dayMs + 1
  return startOfDay(value, when.zone, 1 + when.days_ago)
}

/** The beginning of a window of days that ends now. */
export const windowOf = ({
  within_days,
  zone,
}: {
  within_days?: number | undefined
  zone?: string | undefined
}): When | null =>
  within_days === undefined ? null : { days_ago: within_days, ...(zone !== undefined && { zone }) }

/** Whether a time is in the bounds. */
export const isBetween = (at: number, { since, before }: Between, now: number): boolean =>
  (!since || at >= momentOf(since, now)) && (!before || at < momentOf(before, now))

/** When a time leaves or enters the bounds by the course of time. */
export const ends = (at: number, { since, before }: Between, now: number): number[] =>
  [since, before].flatMap(when => (when && passes(at, when, now)) ?? [])
