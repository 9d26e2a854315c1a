// Periods of a question, as days of the school's time zone.
import { Temporal } from 'temporal-polyfill'
import type { Words } from './tokens.ts'

export interface Period {
  /** From this moment on, and before that one; both ISO 8601. */
  readonly from: string
  readonly to: string
  /** The days, for people: `2026-11-01 – 2026-11-30`. */
  readonly shown: string
}

type Day = Temporal.PlainDate
type Reader = (today: Day, found: RegExpExecArray | null) => readonly [first: Day, last: Day]

const monday = (day: Day) => day.subtract({ days: day.dayOfWeek - 1 })
const month = (day: Day) => [day.with({ day: 1 }), day.with({ day: day.daysInMonth })] as const
const year = (day: Day) => [day.with({ month: 1, day: 1 }), day.with({ month: 12, day: 31 })] as const
const week = (day: Day) => [monday(day), monday(day).add({ days: 6 })] as const
const quarter = (day: Day) => {
  const first = day.with({ month: Math.floor((day.month - 1) / 3) * 3 + 1, day: 1 })
  return [first, first.add({ months: 3 }).subtract({ days: 1 })] as const
}

const fixed: readonly (readonly [readonly string[], Reader])[] = [
  [['day before yesterday', 'позавчера'], today => same(today.subtract({ days: 2 }))],
  [['today', 'сегодня*'], today => same(today)],
  [['yesterday', 'вчера*'], today => same(today.subtract({ days: 1 }))],
  [['this week', 'эту неделю', 'этой неделе', 'текущ* недел*'], week],
  [['last week', 'previous week', 'прошл* недел*'], today => week(today.subtract({ weeks: 1 }))],
  [['this month', 'этот месяц*', 'этом месяце', 'текущ* месяц*'], month],
  [['last month', 'previous month', 'прошл* месяц*'], today => month(today.subtract({ months: 1 }))],
  [['this quarter', 'этот квартал*', 'этом квартале'], quarter],
  [['last quarter', 'прошл* квартал*'], today => quarter(today.subtract({ months: 3 }))],
  [['this year', 'этот год', 'этом году', 'текущ* год*'], year],
  [['last year', 'previous year', 'прошл* год*'], today => year(today.subtract({ years: 1 }))],
]
const same = (day: Day) => [day, day] as const

const months: readonly (readonly string[])[] = [
  ['january', 'январ*'],
  ['february', 'феврал*'],
  ['march', 'март*'],
  ['april', 'апрел*'],
  ['may', 'май', 'мая', 'мае'],
  ['june', 'июн*'],
  ['july', 'июл*'],
  ['august', 'август*'],
  ['september', 'сентябр*'],
  ['october', 'октябр*'],
  ['november', 'ноябр*'],
  ['december', 'декабр*'],
]

const units: readonly (readonly [readonly string[], 'days' | 'weeks' | 'months' | 'years'])[] = [
  [['day', 'days', 'день', 'дня', 'дней', 'сутки', 'суток'], 'days'],
  [['week', 'weeks', 'недел*'], 'weeks'],
  [['month', 'months', 'месяц*'], 'months'],
  [['year', 'years', 'год', 'года', 'лет'], 'years'],
]

/** The periods that the words name, at most two. The zone is an IANA name. */
export function takePeriods(words: Words, now: Date, zone: string): Period[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const found: { at: number; days: readonly [Day, Day] }[] = []
  for (const [phrases, reader] of fixed) {
    const at = words.take(phrases)
    if (at !== null) found.push({ at, days: reader(today, null) })
  }
  const rolling = takeRolling(words, today)
  if (rolling) found.push(rolling)
  for (const [index, names] of months.entries()) {
    const at = words.take(names)
    if (at === null) continue
    const given = words.takeMatch(/^(20\d\d)$/)
    const inYear = given ? Number(given[1]) : index + 1 > today.month ? today.year - 1 : today.year
    found.push({ at, days: month(Temporal.PlainDate.from({ year: inYear, month: index + 1, day: 1 })) })
  }
  const day = words.takeMatch(/^(20\d\d-\d\d-\d\d)$/)
  const read = day && readDay(day[1]!)
  if (read) found.push({ at: words.words.indexOf(day[1]!), days: same(read) })
  const wholeYear = words.takeMatch(/^(20\d\d)$/)
  if (wholeYear)
    found.push({
      at: words.words.indexOf(wholeYear[1]!),
      days: year(Temporal.PlainDate.from({ year: Number(wholeYear[1]), month: 1, day: 1 })),
    })
  return found
    .sort((one, other) => one.at - other.at)
    .slice(0, 2)
    .map(({ days }) => periodOf(days, zone))
}

/** `last 7 days`: today and those before it. */
function takeRolling(words: Words, today: Day) {
  for (const [names, unit] of units)
    for (let number = 1; number <= 366; number++) {
      const phrases = names.flatMap(name => [
        `last ${number} ${name}`,
        `past ${number} ${name}`,
        `последн* ${number} ${name}`,
      ])
      if (!words.words.includes(String(number))) continue
      const at = words.take(phrases)
      if (at !== null)
        return { at, days: [today.subtract({ [unit]: number }).add({ days: 1 }), today] as const }
    }
  return null
}

function readDay(text: string): Day | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}

function periodOf([first, last]: readonly [Day, Day], zone: string): Period {
  const startOf = (day: Day) =>
    new Date(day.toZonedDateTime({ timeZone: zone, plainTime: '00:00' }).epochMilliseconds).toISOString()
  const shown = first.equals(last) ? first.toString() : `${first} – ${last}`
  return { from: startOf(first), to: startOf(last.add({ days: 1 })), shown }
}
