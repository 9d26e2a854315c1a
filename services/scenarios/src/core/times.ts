// When waits end: pure.
import { Temporal } from 'temporal-polyfill'
import type { Until, UntilDate } from '../graph/until.ts'

/** The clock of a time: the scenario's stands still while it is paused. Times are milliseconds. */
export interface Due {
  readonly clock: 'scenario' | 'wall'
  readonly at: number
}

export interface Now {
  readonly wall: number
  /** The wall time less all pauses. */
  readonly scenario: number
  /** The zone of the person. */
  readonly zone: string
  /** A test run waits no longer than this; null for a real one. */
  readonly longest: number | null
  /** Whether a wait is left for a look at what can change meanwhile; a dry run knows that nothing does. */
  readonly looks: boolean
}

const minuteMs = 60_000
/** How often a rule is looked at during a wait, and a date, which somebody can change. */
const lookMs = { rule: 10 * minuteMs, date: 60 * minuteMs }
export type Look = keyof typeof lookMs

/** The end of a wait whose end is known when a person comes to it. */
export function dueOf(until: Exclude<Until, { by: 'date' }>, now: Now): Due {
  return sooner(plainDueOf(until, now), now)
}

/** A test waits for a moment only. */
export function sooner(due: Due, now: Now): Due {
  return now.longest === null ? due : { ...due, at: Math.min(due.at, now[due.clock] + now.longest) }
}

/** When a wait with this end goes on: by itself, or for a look before. */
export const lookOf = (ends: Due, look: Look, now: Now): Due =>
  now.looks ? { ...ends, at: Math.min(ends.at, now[ends.clock] + lookMs[look]) } : ends

export const isReached = ({ clock, at }: Due, now: Now): boolean => now[clock] >= at

function plainDueOf(until: Exclude<Until, { by: 'date' }>, now: Now): Due {
  switch (until.by) {
    case 'minutes':
    case 'event':
    case 'rule':
      return { clock: 'scenario', at: now.scenario + until.minutes * minuteMs }
    case 'moment':
      return { clock: 'wall', at: Date.parse(until.at) }
    case 'clock':
      return { clock: 'wall', at: nextAt(until, now) }
  }
}

/**
 * The next time of the day on one of these weekdays, at least a minute from now. A time that the clocks leave out is that
 * long after the change; of one that comes twice it is the first.
 */
function nextAt({ weekdays, time }: Extract<Until, { by: 'clock' }>, { wall, zone }: Now): number {
  const begin = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO(zone)
  for (let days = 0; days <= 8; days++) {
    const date = begin.toPlainDate().add({ days })
    if (weekdays.length && !weekdays.includes(date.dayOfWeek)) continue
    const at = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    if (at >= wall + minuteMs) return at
  }
  throw new Error('Every week has every weekday.')
}

/** The last moment of the year 9999: no later one can be stored. */
const lastMoment = 253_402_300_799_999

/**
 * The moment that a wait means by a date: of a day (`1990-05-17`) or a time (RFC 3339), in milliseconds. One that returns
 * every year is the first after `from`; the twenty-ninth of February is the twenty-eighth in other years. Null where the
 * value is neither.
 */
export function momentOf(
  { yearly, days, minutes, time }: UntilDate,
  value: string,
  { from, zone }: { from: number; zone: string },
): number | null {
  const base = readDate(value, zone)
  if (base === null) return null
  if (!yearly && days === 0 && time === null) return within(base.epochMilliseconds + minutes * minuteMs)
  const plainTime = time ?? base.toPlainTime()
  const inYear = (years: number) =>
    base.toPlainDate().add({ years }).add({ days }).toZonedDateTime({ timeZone: zone, plainTime })
      .epochMilliseconds +
    minutes * minuteMs
  if (!yearly) return within(inYear(0))
  const now = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  // What is meant can be years before or after the date itself.
  const first = now.year - base.year - 12
  for (let years = first; ; years++) {
    const at = inYear(years)
    if (at > from) return within(at)
  }
}

const within = (at: number): number | null => (at >= 0 && at <= lastMoment ? at : null)

/** The beginning of the day, or the time, in the zone; null if the text is neither. */
function readDate(value: string, zone: string): Temporal.ZonedDateTime | null {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(value)
      ? Temporal.PlainDate.from(value).toZonedDateTime({ timeZone: zone })
      : Temporal.Instant.from(value).toZonedDateTimeISO(zone)
  } catch {
    return null
  }
}
