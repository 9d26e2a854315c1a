// Days as they are kept: whole numbers, from 0 for 1970-01-01, in the zone of the school.

/** The number of a day that is written as 2026-11-24. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Names that the database takes for abbreviations, without a summer time, and zones with the same days. */
const abbreviated: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
}

/** The name by which the database knows the zone of a school: the `zone` of the SQL below. */
export const zoneOfDatabase = (zone: string): string => abbreviated[zone.toUpperCase()] ?? zone

const epoch = `date '1970-01-01'`
/** SQL: the day of a time. */
export const dayOfTime = (time: string, zone: string) => `((${time} at time zone ${zone})::date - ${epoch})`
/** SQL: the date of a day. */
export const dateOfDay = (day: string) => `(${epoch} + ${day})`
/** SQL: the first day of the month of a day, or of so many months later. */
export const monthOfDay = (day: string, later = 0) =>
  `((date_trunc('month', ${dateOfDay(day)}) + interval '${later} month')::date - ${epoch})`
/**
 * SQL: when a day begins. Of a midnight that comes twice, because clocks go back to it, the database takes the second one; the
 * day begins with the first.
 */
export function startOfDay(day: string, zone: string): string {
  const midnight = `${dateOfDay(day)}::timestamp`
  const at = `(${midnight} at time zone ${zone})`
  const before = `(${at} - interval '1 hour')`
  return `(case when ${before} at time zone ${zone} = ${midnight} then ${before} else ${at} end)`
}
/**
 * SQL: the facts of a day of the school `$1`, for a lateral join with days. Behind the fence of `offset` Postgres takes the
 * days one by one, by the index. As a plain join it expects a ninth of all facts on each day, and reads the whole table.
 */
export const factsOfDay = (day: string, zone: string, filters = '') =>
  `select * from "analytics"."facts" f where f.school_id = $1${filters}
     and f.at >= ${startOfDay(day, zone)} and f.at < ${startOfDay(`(${day} + 1)`, zone)} offset 0`
