// Periods of a question, as days of the school's time zone.
import { Temporal } from 'temporal-polyfill'
import { type Day, type Days, dayWritten, takeRanges } from './ranges.ts'
import type { Words } from './tokens.ts'
import { months, quarters } from './words/periods.ts'

export interface Period {
  /** From this moment on, and before that one; both ISO 8601. */
  readonly from: string
  readonly to: string
  /** The days, for people: `2026-11-01 – 2026-11-30`. */
  readonly label: string
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The whole unit that a day is in. */
const fullUnits: Readonly<Record<Unit, (day: Day) => Days>> = {
  day: day => [day, day],
  week: day => {
    const monday = day.subtract({ days: day.dayOfWeek - 1 })
    return [monday, monday.add({ days: 6 })]
  },
  month: day => [day.with({ day: 1 }), day.with({ day: day.daysInMonth })],
  quarter: day => {
    const first = day.with({ month: Math.floor((day.month - 1) / 3) * 3 + 1, day: 1 })
    return [first, first.add({ months: 3 }).subtract({ days: 1 })]
  },
  year: day => [day.with({ month: 1, day: 1 }), day.with({ month: 12, day: 31 })],
}

/** The day that lies some units back. */
const back = (day: Day, unit: Unit, number: number): Day =>
  unit === 'quarter' ? day.subtract({ months: 3 * number }) : day.subtract({ [`${unit}s`]: number })

const fixed: readonly (readonly [phrases: readonly string[], unit: Unit, back: number])[] = [
  [['day before yesterday', 'позавчера'], 'day', 2],
  [['today', 'сегодня*'], 'day', 0],
  [['yesterday', 'вчера*'], 'day', 1],
  [['tomorrow', 'завтра*'], 'day', -1],
  [['this week', 'эту неделю', 'этой недел*', 'эта неделя', 'текущ* недел*'], 'week', 0],
  [['next week', 'следующ* недел*'], 'week', -1],
  [['last week', 'previous week', 'прошл* недел*'], 'week', 1],
  [['this month', 'этот месяц*', 'этом месяце', 'этого месяца', 'текущ* месяц*'], 'month', 0],
  [['next month', 'следующ* месяц*'], 'month', -1],
  [['last month', 'previous month', 'прошл* месяц*'], 'month', 1],
  [
    ['this quarter', 'этот квартал*', 'этом квартале', 'этого квартала', 'текущ* квартал*', 'за квартал'],
    'quarter',
    0,
  ],
  [['last quarter', 'previous quarter', 'прошл* квартал*'], 'quarter', 1],
  [
    [
      'this year',
      'since the beginning of the year',
      'этот год',
      'этом году',
      'этого года',
      'текущ* год*',
      'с начала года',
    ],
    'year',
    0,
  ],
  [['last year', 'previous year', 'прошл* год*'], 'year', 1],
]
/** The one before the other that is named: `this month and the previous one`. */
const oneBefore = [
  'the previous one',
  'the last one',
  'the one before',
  'прошлым',
  'прошлом',
  'прошлой',
  'прошлую',
  'прошлый',
  'предыдущ*',
]
const since = ['since', 'с', 'со']
/** With a period these begin with its first day. */
const sinceBeginning = ['since the beginning of', 'since the start of', 'from the beginning of', 'с начала']
/** Before a period these make an end of it, which is not understood. */
const until = ['to', 'till', 'through', 'by', 'по', 'от']

const units: readonly (readonly [readonly string[], 'days' | 'weeks' | 'months' | 'years'])[] = [
  [['day', 'days', 'день', 'дня', 'дней', 'сутки', 'суток'], 'days'],
  [['week', 'weeks', 'недел*'], 'weeks'],
  [['month', 'months', 'месяц*'], 'months'],
  [['year', 'years', 'год', 'года', 'лет'], 'years'],
]

export interface PeriodMatches {
  readonly periods: readonly Period[]
  /** Whether a word before one of them makes it another period than it looks like. */
  readonly isUnclear: boolean
}

/** The periods that the words name. The zone is an IANA name. */
export function takePeriods(
  words: Words,
  { now, zone, isComparing }: { now: Date; zone: string; isComparing: boolean },
): PeriodMatches {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const matches: { at: number; days: Days; isRange?: true }[] = [...takeRanges(words, today)]
  const units: { unit: Unit; before: Day }[] = []
  for (const [phrases, unit, number] of fixed) {
    const at = words.take(phrases)
    if (at === null) continue
    matches.push({ at, days: fullUnits[unit](back(today, unit, number)) })
    units.push({ unit, before: back(today, unit, number + 1) })
  }
  const [only, ...others] = units
  const at = only && others.length === 0 ? words.take(oneBefore) : null
  if (only && at !== null) matches.push({ at, days: fullUnits[only.unit](only.before) })
  matches.push(...takeQuarters(words, today))
  const rolling = takeRolling(words, today)
  if (rolling) matches.push(rolling)
  const dated = takeMonths(words, today)
  matches.push(...dated)
  const day = words.takeMatch(/^(20\d\d-\d\d-\d\d|\d{1,2}\.\d{1,2}\.20\d\d)$/)
  const read = day && dayWritten(day[1]!)
  if (read) matches.push({ at: words.words.indexOf(day[1]!), days: fullUnits.day(read) })
  const year = words.takeMatch(/^(20\d\d)$/)
  if (year) {
    const days = fullUnits.year(Temporal.PlainDate.from({ year: Number(year[1]), month: 1, day: 1 }))
    const at = words.words.indexOf(year[1]!)
    if (words.fitsAt(at + 1, ['год', 'года', 'году', 'годом'])) words.takeSpan({ at: at + 1, length: 1 })
    matches.push({ at, days })
  }
  const sorted = matches.sort((one, other) => one.at - other.at)
  const follows = (position: number, phrases: readonly string[]) =>
    !isComparing && phrases.includes(words.words[position - 1] ?? '')
  const takesSince = (position: number): boolean => {
    const length = isComparing ? 0 : words.lengthBefore(position, sinceBeginning)
    if (length) words.takeSpan({ at: position - length, length })
    return length > 0 || follows(position, since)
  }
  return {
    periods: sorted.map(({ at: position, days: [first, last], isRange }) =>
      periodOf(!isRange && takesSince(position) ? [first, today] : [first, last], zone),
    ),
    isUnclear:
      (day !== null && read === null) ||
      dated.some(({ isNone }) => isNone) ||
      sorted.some(({ at: position, isRange }) => !isRange && follows(position, until)),
  }
}

/** `Q3`, `third quarter`, `в третьем квартале 2025`. */
function takeQuarters(words: Words, today: Day): { at: number; days: Days }[] {
  return quarters.flatMap((names, index) => {
    const at = words.take(names)
    if (at === null) return []
    const year = words.takeMatch(/^(20\d\d)$/)
    const inYear = year ? Number(year[1]) : index * 3 + 1 > today.month ? today.year - 1 : today.year
    return [
      {
        at,
        days: fullUnits.quarter(Temporal.PlainDate.from({ year: inYear, month: index * 3 + 1, day: 1 })),
      },
    ]
  })
}

/** `October`, `October 2025`, `20 October`, `October 20th`; `isNone` where the month has no such day. */
function takeMonths(words: Words, today: Day): { at: number; days: Days; isNone: boolean }[] {
  return months.flatMap((names, index) => {
    const at = words.take(names)
    if (at === null) return []
    const yearMatch = words.takeMatch(/^(20\d\d)$/)
    const year = yearMatch ? Number(yearMatch[1]) : index + 1 > today.month ? today.year - 1 : today.year
    const first = Temporal.PlainDate.from({ year, month: index + 1, day: 1 })
    const beside = [at - 1, at + 1].find(
      position =>
        !words.isTaken(position) && /^\d{1,2}(?:st|nd|rd|th|го)?$/.test(words.words[position] ?? ''),
    )
    const number = beside === undefined ? null : Number.parseInt(words.words[beside]!, 10)
    if (beside === undefined || number === null || number < 1 || number > first.daysInMonth) {
      // A larger number is one of things: `50 November orders`.
      const isNone = number !== null && number > first.daysInMonth && number <= 31
      return [{ at, days: fullUnits.month(first), isNone }]
    }
    words.takeSpan({ at: beside, length: 1 })
    return [{ at: Math.min(at, beside), days: fullUnits.day(first.with({ day: number })), isNone: false }]
  })
}

/** `за неделю`: without a number it is one. */
const rollingOne: readonly (readonly [readonly string[], Unit])[] = [
  [['за неделю', 'за последн* неделю', 'past week'], 'week'],
  [['за месяц', 'за последн* месяц', 'past month'], 'month'],
  [['за год', 'за последн* год', 'past year'], 'year'],
]

/** `last 7 days`: today and those before it. */
function takeRolling(words: Words, today: Day) {
  for (const [phrases, unit] of rollingOne) {
    const at = words.take(phrases)
    if (at !== null) return { at, days: [back(today, unit, 1).add({ days: 1 }), today] as const }
  }
  for (const [at, number] of words.words.entries()) {
    if (!/^[1-9]\d{0,2}$/.test(number) || Number(number) > 366) continue
    const unit = units.find(([names]) => words.isFreeAt(at + 1, names))?.[1]
    if (!unit || words.isTaken(at) || !words.isFreeAt(at - 1, ['last', 'past', 'последн*'])) continue
    words.takeSpan({ at: at - 1, length: 3 })
    return { at: at - 1, days: [today.subtract({ [unit]: Number(number) }).add({ days: 1 }), today] as const }
  }
  return null
}

function periodOf([first, last]: readonly [Day, Day], zone: string): Period {
  const startOf = (day: Day) =>
    new Date(day.toZonedDateTime({ timeZone: zone, plainTime: '00:00' }).epochMilliseconds).toISOString()
  const label = first.equals(last) ? first.toString() : `${first} – ${last}`
  return { from: startOf(first), to: startOf(last.add({ days: 1 })), label }
}
