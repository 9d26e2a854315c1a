// Periods from one day or month to another.
import { Temporal } from 'temporal-polyfill'
import type { Words } from './tokens.ts'
import { months, rangeWords } from './words/periods.ts'

export type Day = Temporal.PlainDate
export type Days = readonly [first: Day, last: Day]

/** A day, written in one word: `2026-10-01`, `01.10.2026`. */
export function dayWritten(word: string): Day | null {
  const european = /^(\d{1,2})\.(\d{1,2})\.(20\d\d)$/.exec(word)
  if (european)
    return readDay(`${european[3]}-${european[2]!.padStart(2, '0')}-${european[1]!.padStart(2, '0')}`)
  return /^20\d\d-\d\d-\d\d$/.test(word) ? readDay(word) : null
}

interface Point {
  readonly at: number
  readonly length: number
  readonly year: number | null
  /** Null where a number stands alone: `1 and 15 October`. */
  readonly month: number | null
  /** Null for the whole month. */
  readonly day: number | null
}

/** A day, a month, or a number alone at a place of a question. */
function pointAt(words: Words, at: number): Point | null {
  const word = words.words[at] ?? ''
  if (words.isTaken(at)) return null
  const written = dayWritten(word)
  if (written) return { at, length: 1, year: written.year, month: written.month, day: written.day }
  const monthAt = (place: number) => months.findIndex(names => words.isFreeAt(place, names)) + 1 || null
  const dayOf = (place: number) => {
    const match = words.isTaken(place)
      ? null
      : /^(\d{1,2})(?:st|nd|rd|th|го|е|ое)?$/.exec(words.words[place] ?? '')
    return match ? Number(match[1]) : null
  }
  const yearAt = (place: number) =>
    !words.isTaken(place) && /^20\d\d$/.test(words.words[place] ?? '') ? Number(words.words[place]) : null
  const withYear = (length: number, month: number, day: number | null): Point => {
    const year = yearAt(at + length)
    const isWord = year !== null && words.isFreeAt(at + length + 1, rangeWords.year)
    return { at, length: length + Number(year !== null) + Number(isWord), year, month, day }
  }
  const month = monthAt(at)
  if (month) {
    const day = dayOf(at + 1)
    return withYear(day === null ? 1 : 2, month, day)
  }
  const day = dayOf(at)
  if (day === null) return null
  const monthBehind = monthAt(at + 1)
  return monthBehind ? withYear(2, monthBehind, day) : { at, length: 1, year: null, month: null, day }
}

/** `between 1 and 15 October`, `from October 1 to 15`, `с 28 сентября по 5 октября`, `from September to November`. */
export function takeRanges(words: Words, today: Day): { at: number; days: Days; isRange: true }[] {
  const found: { at: number; days: Days; isRange: true }[] = []
  for (let at = 0; at < words.words.length; at++) {
    const first = pointAt(words, at)
    if (!first) continue
    const link = words.lengthFrom(first.at + first.length, rangeWords.between)
    const last = link ? pointAt(words, first.at + first.length + link) : null
    const begin = words.lengthBefore(first.at, rangeWords.before)
    // `1 to 15 October` needs no word before it; `October and November` are two months.
    const isTo = link > 0 && words.fitsAt(first.at + first.length, rangeWords.to)
    if (!last || (begin === 0 && (!isTo || last.month === null))) continue
    const days = daysBetween(first, last, today)
    if (!days) continue
    words.takeSpan({ at: first.at - begin, length: begin + first.length + link + last.length })
    found.push({ at: first.at, days, isRange: true })
  }
  return found
}

/** From the first to the last of two points, in the last year that they have begun in; null where there is no such time. */
function daysBetween(first: Point, last: Point, today: Day): Days | null {
  const lastMonth = last.month ?? first.month
  const firstMonth = first.month ?? lastMonth
  if (firstMonth === null || lastMonth === null) return null
  const years = firstMonth > lastMonth ? 1 : 0
  const present = dayIn(today.year, firstMonth, first.day, 'first')
  const latest = present && today.until(present).sign > 0 ? today.year - 1 : today.year
  const beginYear = first.year ?? (last.year === null ? latest : last.year - years)
  const begin = dayIn(beginYear, firstMonth, first.day, 'first')
  const end = dayIn(last.year ?? beginYear + years, lastMonth, last.day, 'last')
  return begin && end && begin.until(end).sign >= 0 ? [begin, end] : null
}

function dayIn(year: number, month: number, day: number | null, edge: 'first' | 'last'): Day | null {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const number = day ?? (edge === 'first' ? 1 : first.daysInMonth)
  return number >= 1 && number <= first.daysInMonth ? first.with({ day: number }) : null
}

function readDay(text: string): Day | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}
