// Calendar days in a zone. A time that the clock skips is an hour later, one that comes twice is the first of the two
// (`compatible` of ECMAScript Temporal).
import { formatTime, type Weekday, weekdays } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** An interval in which the person's clock stood still; `to` is null while it does. */
export interface Freeze {
  from: string
  to: string | null
}

/** A day and a time of day in the course's zone. */
export interface Local {
  date: Temporal.PlainDate
  time: Temporal.PlainTime
}

const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** Day and time of an instant in a zone. */
export function localOf(instant: string, zone: string): Local {
  const local = Temporal.Instant.fromEpochMilliseconds(Date.parse(instant)).toZonedDateTimeISO(zone)
  return { date: local.toPlainDate(), time: local.toPlainTime() }
}

/** The instant of a day and time in a zone. */
export function instantOf({ date, time }: Local, zone: string): string {
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone: zone, plainTime: time })
  return formatTime(new Date(Math.min(epochMilliseconds, lastTime)))
}

/** `days` calendar days after an instant, at `time` (HH:MM) or at the same time of day. */
export function daysAfter(instant: string, days: number, time: string | null, zone: string): Local {
  const { date, time: sameTime } = localOf(instant, zone)
  return { date: date.add({ days }), time: time === null ? sameTime : Temporal.PlainTime.from(time) }
}

/** The first day of this weekday that is not before `date`. */
export function fitting(date: Temporal.PlainDate, weekday: Weekday): Temporal.PlainDate {
  const weekdayNumber = weekdays.indexOf(weekday) + 1
  return date.add({ days: (weekdayNumber - date.dayOfWeek + 7) % 7 })
}

/**
 * A day and time moved by the calendar days of each freeze that began before it. What had come before a freeze stays, so
 * that no freeze closes an open lesson. Freezes before `since`, from which the days are counted, move nothing.
 */
export function afterFreezes(
  { date, time }: Local,
  { freezes, zone, now }: { freezes: readonly Freeze[]; zone: string; now: string },
  since: string | null = null,
): Local {
  let moved = date
  for (const { from, to } of [...freezes].sort(byStart)) {
    if (since !== null && from < since) continue
    if (instantOf({ date: moved, time }, zone) <= from) continue
    const { days } = localOf(from, zone).date.until(localOf(to ?? now, zone).date, { largestUnit: 'days' })
    moved = moved.add({ days: Math.max(0, days) })
  }
  return { date: moved, time }
}

// Those of one schedule are asked for again at each report, and those of a flow for all its people; each costs the calendar
// 30 µs.
const unfrozen = new LRUCache<string, string>({ max: 20_000 })

/** The instant that is `daysAfter` an instant, moved by freezes (`afterFreezes`). */
export function instantAfter(
  instant: string,
  { days, time }: { days: number; time?: string | null | undefined },
  facts: { freezes: readonly Freeze[]; zone: string; now: string },
  since: string | null,
): string {
  const { zone, freezes } = facts
  const unmoved = () => daysAfter(instant, days, time ?? null, zone)
  if (freezes.length) return instantOf(afterFreezes(unmoved(), facts, since), zone)
  const key = `${instant} ${days} ${time ?? ''} ${zone}`
  const movedInstant = unfrozen.get(key) ?? instantOf(unmoved(), zone)
  unfrozen.set(key, movedInstant)
  return movedInstant
}

/**
 * The instant that is `hours` after an instant, later by the time of each freeze that began before it; freezes before
 * `since` move nothing.
 */
export function hoursAfter(
  instant: string,
  hours: number,
  { freezes, now }: { freezes: readonly Freeze[]; now: string },
  since: string | null,
): string {
  let moved = Date.parse(instant) + hours * 3_600_000
  for (const { from, to } of [...freezes].sort(byStart)) {
    if (since !== null && from < since) continue
    if (moved <= Date.parse(from)) continue
    moved += Math.max(0, Date.parse(to ?? now) - Date.parse(from))
  }
  return formatTime(new Date(Math.min(moved, lastTime)))
}

const byStart = (one: Freeze, other: Freeze) => (one.from < other.from ? -1 : 1)
