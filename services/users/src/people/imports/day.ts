// Days and moments as tables of different countries and programs write them. Pure.
import { formatTime, isCalendarDay } from '@lms/contract'
import { Temporal } from 'temporal-polyfill'

/** Which number comes first where only the country says it: 5/6/2026. */
export type DayOrder = 'day_first' | 'month_first'

/** How the school writes days, by its language and country. */
export function dayOrderOf(language: string, country: string | null): DayOrder {
  const base = new Intl.Locale(language)
  const locale = country ? `${base.language}-${country}` : language
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts(0)
  const places = parts.map(({ type }) => type)
  return places.indexOf('month') < places.indexOf('day') && places.indexOf('year') > 0
    ? 'month_first'
    : 'day_first'
}

interface Written {
  readonly day: string
  /** `09:30:00`; null for a day without a time. */
  readonly time: string | null
  /** `Z` or `+03:00`; null where it is not said. */
  readonly offset: string | null
}

const longest = 60
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (number: number | string) => String(number).padStart(2, '0')

/** The day that a text is, as `2026-11-21`; null where it is none. */
export const dayOf = (text: string, order: DayOrder): string | null => writtenOf(text, order)?.day ?? null

/**
 * The moment that a text is; null where it is none. Without an offset it is one of the zone. A day is its beginning, or its
 * end for the end of something.
 */
export function momentOf(
  text: string,
  { order, zone, endsDay = false }: { order: DayOrder; zone: string; endsDay?: boolean },
): string | null {
  const written = writtenOf(text, order)
  if (!written) return null
  const { day, time, offset } = written
  if (offset !== null) {
    const at = new Date(`${day}T${time ?? '00:00:00'}${offset}`)
    return Number.isNaN(at.getTime()) ? null : formatTime(at)
  }
  const date = Temporal.PlainDate.from(day).add({ days: time === null && endsDay ? 1 : 0 })
  const plainTime = Temporal.PlainTime.from(time ?? '00:00:00')
  return formatTime(new Date(date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds))
}

function writtenOf(input: string, order: DayOrder): Written | null {
  const text = input.trim()
  if (text.length > longest) return null
  const split =
    /^(.*?\d)(?:[T,]?\s*(?:at\s+)?(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    )
  if (!split) return null
  const [, dayText, timeText, half, zoneText] = split
  const day = dayIn(dayText!.trim(), order)
  const time = timeText === undefined ? null : timeIn(timeText, half)
  if (day === null || (timeText !== undefined && time === null)) return null
  return { day, time, offset: zoneText === undefined ? null : offsetIn(zoneText) }
}

const offsetIn = (text: string) =>
  /^[a-z]/i.test(text) ? 'Z' : text.includes(':') ? text : `${text.slice(0, 3)}:${text.slice(3)}`

function timeIn(text: string, half: string | undefined): string | null {
  const [hours, minutes, seconds = '00'] = text.split(':')
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours)
  const time = `${two(hour)}:${minutes}:${two(Math.floor(Number(seconds)))}`
  return hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 ? time : null
}

function dayIn(text: string, order: DayOrder): string | null {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return calendarDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text)
  if (numbers) {
    const [, one, sign, other, year] = numbers as unknown as string[]
    // Dots stand between days and months in countries that begin with the day; a 13th month there is none.
    const isMonthFirst = Number(other) > 12 || (sign !== '.' && order === 'month_first' && Number(one) <= 12)
    return isMonthFirst ? calendarDay(year!, one!, other!) : calendarDay(year!, other!, one!)
  }
  const named =
    /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/i.exec(text) ??
    /^(?:[a-z]{3,9},?\s+)??([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text)
  if (!named) return null
  const [, one, other, year] = named as unknown as string[]
  const [dayOfMonth, name] = /\d/.test(one!) ? [one!, other!] : [other!, one!]
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month ? calendarDay(year!, String(month), dayOfMonth) : null
}

function calendarDay(year: string, month: string, day: string): string | null {
  const full = year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year
  const text = `${full}-${two(month)}-${two(day)}`
  return isCalendarDay(text) ? text : null
}
