// The parts of dates and their anniversaries. Pure: the same for one person and for a statement about all. A day is a number of
// days since 1970.
import { weekdays } from '@lms/contract'
import { Temporal } from 'temporal-polyfill'
import type { Anniversary, DateParts, FieldLeaf } from './field-leaf.ts'

const dayMs = 24 * 3600_000

export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const numberOf = ({ year, month, day }: CalendarDay): number => {
  const date = new Date(0)
  return date.setUTCFullYear(year, month - 1, day) / dayMs
}
const calendarDayOf = (number: number): CalendarDay => {
  const date = new Date(number * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The day of a moment in a zone. */
export function dayIn(ms: number, zone: string): CalendarDay {
  if (zone === 'UTC') return calendarDayOf(Math.floor(ms / dayMs))
  const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return { year, month, day }
}

/** When a day begins in a zone, in milliseconds since 1970. */
function startOf(number: number, zone: string): number {
  if (zone === 'UTC') return number * dayMs
  return Temporal.PlainDate.from(calendarDayOf(number)).toZonedDateTime(zone).epochMilliseconds
}

/** The zone in which a field has its days: dates are days by themselves, moments have one in the zone of the rule. */
export const zoneOfDays = ({
  field,
  date,
  anniversary,
}: Pick<FieldLeaf, 'field' | 'date' | 'anniversary'>): string =>
  field === 'created_at' ? ((date ?? anniversary)?.zone ?? 'UTC') : 'UTC'

/** From 1 for Monday, as ISO 8601 numbers them. */
export const weekdayOf = (day: CalendarDay): number => ((((numberOf(day) + 3) % 7) + 7) % 7) + 1

/** What the parts are at `now`, as numbers; undefined for any. */
export const numbersOf = ({ month, day, year, weekday, zone }: DateParts, now: number) => ({
  month: month === 'this' ? dayIn(now, zone).month : month,
  day,
  year,
  weekday: weekday && weekdays.indexOf(weekday) + 1,
})

/** Whether a day has all the parts. */
export function hasParts(of: CalendarDay, parts: DateParts, now: number): boolean {
  const { month, day, year, weekday } = numbersOf(parts, now)
  return (
    (month === undefined || of.month === month) &&
    (day === undefined || of.day === day) &&
    (year === undefined || of.year === year) &&
    (weekday === undefined || weekdayOf(of) === weekday)
  )
}

/** The number of the day in another year; of 29 February the 28th where there is none. */
function inYear({ month, day }: CalendarDay, year: number): number {
  const number = numberOf({ year, month, day })
  return calendarDayOf(number).month === month ? number : number - 1
}

/** Whether the day of a date returns today or within the days. */
export function isNear(of: CalendarDay, { within_days, zone }: Anniversary, now: number): boolean {
  const today = dayIn(now, zone)
  const number = numberOf(today)
  return [today.year, today.year + 1].some(year => {
    const away = inYear(of, year) - number
    return away >= 0 && away <= within_days
  })
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The days of which the anniversary is today or within the days, as month and day: `02-28`. */
export function nearDays({ within_days, zone }: Anniversary, now: number): string[] {
  const today = numberOf(dayIn(now, zone))
  const days = Array.from({ length: within_days + 1 }, (_, later) => calendarDayOf(today + later))
  const texts = days.flatMap(({ year, month, day }) => {
    const text = `${twoDigits(month)}-${twoDigits(day)}`
    const hasNoLeapDay = calendarDayOf(numberOf({ year, month: 2, day: 29 })).month !== 2
    return text === '02-28' && hasNoLeapDay ? [text, '02-29'] : [text]
  })
  return [...new Set(texts)]
}

/** For so long the moments below are all: whoever depends on them is looked at again then. */
export const horizonMs = 360 * dayMs

/** The moments at which the anniversary of a day becomes near and has passed. */
export function anniversaryMoments(
  of: CalendarDay,
  { within_days, zone }: Anniversary,
  now: number,
): number[] {
  const { year } = dayIn(now, zone)
  return [year - 1, year, year + 1, year + 2].flatMap(each => {
    const number = inYear(of, each)
    return [startOf(number - within_days, zone), startOf(number + 1, zone)]
  })
}

/** The moments at which this month becomes that of a day, and is no longer. */
export function monthMoments({ month }: CalendarDay, zone: string, now: number): number[] {
  const { year } = dayIn(now, zone)
  return [year, year + 1].flatMap(each => [
    startOf(numberOf({ year: each, month, day: 1 }), zone),
    startOf(numberOf({ year: each, month: month + 1, day: 1 }), zone),
  ])
}
