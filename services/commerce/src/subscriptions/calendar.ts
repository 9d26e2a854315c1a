// The calendar of subscriptions: when periods end, and when they are charged.
//
// A subscription keeps one time zone for its whole life: the one that it was started with, by default that of the school.
// In that zone every period ends at the same time of day, through all changes of the clock. A time that the clock skips
// is an hour later, one that comes twice is the first of the two. Every end is counted from the anchor and not from the
// end before it: from 31 January to 28 February, and then to 31 March (`constrain` and `compatible` of ECMAScript
// Temporal, as RFC 5545 has them for time zones).
import { hash } from 'node:crypto'
import { formatTime } from '@lms/contract'
import { Temporal } from 'temporal-polyfill'
import type { Interval } from '../catalog/offers/price.contract.ts'

const dayMs = 86_400_000
/** Charges are spread over this time after the end of their period, so that midnight of a month's first has no peak. */
export const spreadMs = 6 * 3_600_000
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

const written = (ms: number): string => formatTime(new Date(Math.min(ms, lastTime)))

/** The time this many milliseconds later. */
export const later = (time: string, ms: number): string => written(Date.parse(time) + ms)
/** The time this many days of 24 hours later. */
export const daysAfter = (time: string, days: number): string => later(time, days * dayMs)
/** Milliseconds from one time to another. */
export const between = (from: string, till: string): number => Date.parse(till) - Date.parse(from)

/** A fixed end of a period, from which all others are counted. */
export interface Anchor {
  anchor_at: string
  /** The number of the period that ended there. */
  anchor_period: number
  time_zone: string
  interval: Interval
}

/** The end of a period by its number. */
export function endOf(number: number, { anchor_at, anchor_period, time_zone, interval }: Anchor): string {
  const many = (number - anchor_period) * interval.count
  const anchor = Temporal.Instant.fromEpochMilliseconds(Date.parse(anchor_at))
  const end = anchor.toZonedDateTimeISO(time_zone).add({ [`${interval.unit}s`]: many })
  return written(end.epochMilliseconds)
}

/** The time at which the period after one that ends at `end` is charged: the same distance from every end. */
export const chargeTime = (id: string, end: string): string =>
  later(end, Number.parseInt(hash('sha256', id).slice(0, 8), 16) % spreadMs)

/** Until when a person has what a paid period gives: a number of days after the last charges of its end. */
export const accessUntil = (end: string, graceDays: number): string =>
  daysAfter(later(end, spreadMs), graceDays)
