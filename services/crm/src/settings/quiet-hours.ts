// Hours of the night, in the zone of the person.
import { z } from 'zod'

/** `21:30` */
export const timeOfDay = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day: 21:30')
    .meta({ examples: ['21:30'] })

export const QuietHours = z.object({
  from: timeOfDay().describe('The time of day at which the quiet hours begin.'),
  to: timeOfDay().describe('The time of day at which they end, on the next day if it is earlier.'),
})
export type QuietHours = z.infer<typeof QuietHours>

export const dayMinutes = 24 * 60
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time of day at a moment in a zone, in minutes. */
function minuteIn(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find(each => each.type === type)!.value)
  return part('hour') * 60 + part('minute')
}

/** The first moment at or after another one (milliseconds since 1970) at which it is this time of day in a zone. */
export function nextTimeOfDay(time: string, zone: string, from: number): number {
  const minute = Math.ceil(from / 60_000) * 60_000
  const remaining = (minutesOf(time) - minuteIn(zone, minute) + dayMinutes) % dayMinutes
  const moment = minute + remaining * 60_000
  // Where clocks change meanwhile, it is another time there by then.
  const off = minutesOf(time) - minuteIn(zone, moment)
  return Math.max(minute, moment + (Math.abs(off) > dayMinutes / 2 ? 0 : off * 60_000))
}

/**
 * The end of the quiet hours in which a moment (milliseconds since 1970) lies; null if it lies outside. Where clocks change
 * in the night it is the first minute after it that is not quiet.
 */
export function quietUntil({ from, to }: QuietHours, zone: string, at: number): number | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = (moment: number) => {
    const minute = minuteIn(zone, moment)
    return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  }
  if (!isQuiet(at)) return null
  const minute = Math.floor(at / 60_000) * 60_000
  const remainingMinutes = (end - minuteIn(zone, minute) + dayMinutes) % dayMinutes
  let moment = minute + remainingMinutes * 60_000
  while (isQuiet(moment)) moment += 60_000
  // The night was shorter than it looked.
  while (!isQuiet(moment - 60_000)) moment -= 60_000
  return moment
}
