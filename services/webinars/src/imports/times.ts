// Times and durations as webinar services write them into their reports: pure functions.

import { Temporal } from 'temporal-polyfill'
import { maxWarnings } from './import.contract.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?`
const zoned = /(?:z|[+-]\d\d:?\d\d)$/i
const zonePattern = /[\d.m]\s+\(?([a-z]{2,5})\)?$/i
const forms = [
  {
    pattern: new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[t ]+${clock}`, 'i'),
    date: ['year', 'month', 'day'],
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d\d),?\s+${clock}`, 'i'),
    date: ['month', 'day', 'year'],
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d),?\s+${clock}`, 'i'),
    date: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(String.raw`^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4}),?\s+${clock}`, 'i'),
    date: ['month', 'day', 'year'],
  },
] as const

/** Names of zones that mean one offset everywhere, in minutes. CST, IST and others that mean several are not among them. */
const offsets: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, WET: 0, WEST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180 },
  ...{ EST: -300, EDT: -240, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ AKST: -540, AKDT: -480, HST: -600, AEST: 600, AEDT: 660, ACST: 570, ACDT: 630, AWST: 480 },
  ...{ NZST: 720, NZDT: 780, JST: 540, KST: 540, SGT: 480, HKT: 480 },
}

/** The clock of one report: the zone of times without an offset, and the order of day and month. */
export class Clock {
  readonly warnings: string[] = []
  readonly #zone: string | null
  readonly #dayFirst: boolean

  /** `times` are all of the report: with slashes the order of day and month is that which fits them. */
  constructor(zone: string | null, times: readonly string[]) {
    this.#zone = zone
    const slashed = times.map(time => /^(\d{1,2})\/(\d{1,2})\/\d/.exec(time)).filter(each => each !== null)
    this.#dayFirst = slashed.some(([, first]) => Number(first) > 12)
    const isOpen = !this.#dayFirst && !slashed.some(([, , second]) => Number(second) > 12)
    if (slashed.length > 0 && isOpen && !times.some(time => /[ap]\.?m/i.test(time)))
      this.warnings.push(`dates such as ${slashed[0]![0].slice(0, -1)}… were read as month/day`)
  }

  /**
   * A time of the report: ISO 8601, `03/15/2026 02:01:33 PM`, `3/15/26, 2:01:33 PM`, `15.03.2026 14:01:33`,
   * `Mar 15, 2026 02:01 PM EDT`. Without an offset or the name of a zone it is in the zone of the clock. Null if it cannot
   * be read, `zone` if it needs one and there is none.
   */
  read(cell: string): Date | null | 'zone' {
    const text = cell.trim()
    const name = zonePattern.exec(text)?.[1]?.toUpperCase()
    const isName = name !== undefined && !/^[AP]M$/.test(name)
    const offset = isName ? offsets[name] : undefined
    if (isName && offset === undefined) this.#warn(nameUnknown(name, this.#zone))
    return readReportTime(text, offset === undefined ? this.#zone : zoneOf(offset), this.#dayFirst)
  }

  #warn(warning: string): void {
    if (!this.warnings.includes(warning) && this.warnings.length < maxWarnings) this.warnings.push(warning)
  }
}

const nameUnknown = (name: string, zone: string | null) =>
  zone
    ? `the zone ${name} of the report means several or is unknown; its times were read in ${zone}`
    : `the zone ${name} of the report means several or is unknown; send time_zone`

const zoneOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

function readReportTime(text: string, zone: string | null, dayFirst: boolean): Date | null | 'zone' {
  for (const { pattern, date: usual } of forms) {
    const match = pattern.exec(text)
    if (!match) continue
    const date: readonly string[] = text.includes('/') && dayFirst ? ['day', 'month', 'year'] : usual
    const part = (name: string) => match[date.indexOf(name) + 1]!
    const [hours, minute, second = '0', half] = match.slice(4) as [string, string, string?, string?]
    const month = months.indexOf(part('month').toLowerCase()) + 1 || Number(part('month'))
    const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
    const year = Number(part('year'))
    const fields = {
      year: year < 100 ? 2000 + year : year,
      month,
      day: Number(part('day')),
      hour,
      minute: Number(minute),
      second: Number(second),
    }
    return timeOf(fields, zoned.test(text) && date[0] === 'year' ? text : null, zone)
  }
  return null
}

function timeOf(
  fields: Temporal.PlainDateTimeLike,
  iso: string | null,
  zone: string | null,
): Date | null | 'zone' {
  try {
    if (iso) return knownTime(Temporal.Instant.from(iso.replace(' ', 'T')).epochMilliseconds)
    const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
    return zone ? knownTime(local.toZonedDateTime(zone).epochMilliseconds) : 'zone'
  } catch {
    return null
  }
}

/** Nobody took part before 1970, and the API writes no years after 9999. */
const knownTime = (at: number): Date | null => (at >= 0 && at < Date.UTC(9999, 11, 31) ? new Date(at) : null)

/** The longest duration, in seconds: a day. */
export const maxDuration = 86_400

/**
 * Seconds of a duration: minutes (`47`, `47.5`), `0:47:12`, `1 hour 2 minutes`, `1 hr 31 mins`, `47m 3s`; null if it cannot be read, or is
 * longer than a day.
 */
export function readDuration(text: string): number | null {
  const seconds = secondsIn(text.trim().toLowerCase())
  return seconds !== null && seconds <= maxDuration ? seconds : null
}

function secondsIn(text: string): number | null {
  const parts = /^(\d{1,3}):(\d\d):(\d\d)$/.exec(text)
  if (parts) return Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])
  if (/^\d{1,5}(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(',', '.')) * 60)
  const words = /^(?:(\d+)\s*h\w*)?\s*(?:(\d+)\s*m\w*)?\s*(?:(\d+)\s*s\w*)?$/.exec(text)
  if (!words || !text) return null
  const [hours, minutes, seconds] = words.slice(1).map(each => Number(each ?? 0)) as [number, number, number]
  return hours * 3600 + minutes * 60 + seconds
}
