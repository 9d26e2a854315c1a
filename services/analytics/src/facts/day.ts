// Days as they are kept: whole numbers, from 0 for 1970-01-01, in the zone of the school.

/** The number of a day that is written as 2026-11-24. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

const epoch = `date '1970-01-01'`
/** SQL: the day of a time. */
export const dayOfTime = (time: string, zone: string) => `((${time} at time zone ${zone})::date - ${epoch})`
/** SQL: the date of a day. */
export const dateOfDay = (day: string) => `(${epoch} + ${day})`
/** SQL: when a day begins. */
export const startOfDay = (day: string, zone: string) => `(${dateOfDay(day)}::timestamp at time zone ${zone})`
