// Periods of whole days in the zone of a school. A day is its date: 2026-11-24. `to` is the day after the last one.
import { Temporal } from 'temporal-polyfill'
import type { TimeStep } from './metrics.ts'

export interface Period {
  readonly from: string
  readonly to: string
}

/** Days of a period that nobody names: up to and with today. */
const usualDays = 30

/** The days that figures know: by any zone their beginnings are times of the years 1 to 9999. */
export const firstDay = '0001-01-02'
const lastDay = '9999-12-31'

const date = (day: string) => Temporal.PlainDate.from(day)

export const addDays = (day: string, days: number): string => date(day).add({ days }).toString()
export const daysOf = ({ from, to }: Period): number =>
  date(from).until(date(to), { largestUnit: 'days' }).days

/** The day of a moment. */
export const dayOf = (moment: string, zone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString()

/** Begins of days: rows of an answer share theirs, and one takes a twentieth of a millisecond to find. */
const starts = new Map<string, string>()
const maxStarts = 5000

/** When a day begins, as the API writes times. */
export function startOf(day: string, zone: string): string {
  const key = `${day} ${zone}`
  const cached = starts.get(key)
  if (cached) return cached
  const start = date(day)
    .toZonedDateTime({ timeZone: zone })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })
    .replace('Z', '+00:00')
  if (starts.size >= maxStarts) starts.clear()
  starts.set(key, start)
  return start
}

/**
 * The whole days from one day or moment up to another, which is a day after the last one; the usual period where one is missing. It has no days that figures do not
 * know: one of these alone is empty.
 */
export function periodOf(
  { from, to }: { from: string | null; to: string | null },
  { zone, now }: { zone: string; now: string },
): Period {
  const end = to === null ? addDays(dayOf(now, zone), 1) : isDay(to) ? to : dayAfter(to, zone)
  const begin = from === null ? addDays(end, -usualDays) : isDay(from) ? from : dayOf(from, zone)
  return overlap({ from: begin, to: end }, { from: firstDay, to: lastDay })
}

const isDay = (end: string) => !end.includes('T')

/** Whether it begins with a day that figures know. */
export const isKnown = ({ from }: Period): boolean => !isBefore(from, firstDay)

/** The day after the last one that has something of the time before the moment. */
function dayAfter(moment: string, zone: string): string {
  const day = dayOf(moment, zone)
  return Temporal.Instant.from(moment).equals(Temporal.Instant.from(startOf(day, zone)))
    ? day
    : addDays(day, 1)
}

/** The first day of the day's week (Monday) or month, or the day itself. */
export function beginOf(day: string, step: TimeStep): string {
  const at = date(day)
  if (step === 'day') return day
  return (step === 'month' ? at.with({ day: 1 }) : at.subtract({ days: at.dayOfWeek - 1 })).toString()
}

/** The days that two periods have in common; it ends before it begins if there are none. */
export const overlap = (one: Period, other: Period): Period => ({
  from: isBefore(one.from, other.from) ? other.from : one.from,
  to: isBefore(one.to, other.to) ? one.to : other.to,
})

/** As texts they have no order: the day after 9999-12-31 is +010000-01-01. */
const isBefore = (one: string, other: string): boolean => Temporal.PlainDate.compare(one, other) < 0

/** The days of a step that are in the period. */
export function within(begin: string, step: TimeStep, period: Period): Period {
  const at = date(begin)
  const end = at.add(step === 'day' ? { days: 1 } : step === 'week' ? { weeks: 1 } : { months: 1 }).toString()
  return overlap({ from: begin, to: end }, period)
}

/** The first days of the steps that have days of the period, in their order. */
export function stepsOf(period: Period, step: TimeStep): string[] {
  const steps: string[] = []
  const unit = ({ day: 'days', week: 'weeks', month: 'months' } as const)[step]
  for (
    let at = date(beginOf(period.from, step));
    Temporal.PlainDate.compare(at, date(period.to)) < 0;
    at = at.add({ [unit]: 1 })
  )
    steps.push(at.toString())
  return steps
}

/** The period of the same length before, or the same days of the year before. */
export function periodBefore(period: Period, which: 'previous_period' | 'previous_year'): Period {
  if (which === 'previous_period') return { from: addDays(period.from, -daysOf(period)), to: period.from }
  const back = (day: string) => date(day).subtract({ years: 1 }).toString()
  // 29 February as an end means with the 28th, which the year before has, too.
  const isLeapEnd = date(period.to).month === 2 && date(period.to).day === 29
  return { from: back(period.from), to: back(isLeapEnd ? addDays(period.to, 1) : period.to) }
}
