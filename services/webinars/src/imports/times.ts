// Times and durations as webinar services write them into their reports: pure functions.
import { Temporal } from 'temporal-polyfill'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?`
const zoned = /(?:z|[+-]\d\d:?\d\d)$/i
const forms = [
  {
    pattern: new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[t ]+${clock}`, 'i'),
    date: ['year', 'month', 'day'],
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}),?\s+${clock}`, 'i'),
    date: ['month', 'day', 'year'],
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+${clock}`, 'i'),
    date: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(String.raw`^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4}),?\s+${clock}`, 'i'),
    date: ['month', 'day', 'year'],
  },
] as const

/**
 * A time of a report: ISO 8601, `03/15/2026 02:01:33 PM`, `15.03.2026 14:01:33`, `Mar 15, 2026 02:01 PM`. Without an
 * offset it is in `zone`. Null if it cannot be read, `zone` if it needs one and there is none.
 */
export function readReportTime(given: string, zone: string | null): Date | null | 'zone' {
  const text = given.trim()
  for (const { pattern, date } of forms) {
    const found = pattern.exec(text)
    if (!found) continue
    const part = (name: string) => found[date.indexOf(name as never) + 1]!
    const [hours, minute, second = '0', half] = found.slice(4) as [string, string, string?, string?]
    const month = months.indexOf(part('month').toLowerCase()) + 1 || Number(part('month'))
    const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
    const fields = {
      year: Number(part('year')),
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
 * Seconds of a duration: minutes (`47`, `47.5`), `0:47:12`, `1 hour 2 minutes`, `47 min 3 s`; null if it cannot be read, or is
 * longer than a day.
 */
export function readDuration(given: string): number | null {
  const seconds = secondsIn(given.trim().toLowerCase())
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
