// When waits end: pure.
import { Temporal } from 'temporal-polyfill'
import type { NodeOf } from '../graph/node.ts'

type Until = NodeOf<'wait'>['until']

/** The clock of a time: the scenario's stands still while it is paused. Times are milliseconds. */
export interface Due {
  readonly clock: 'scenario' | 'wall'
  readonly at: number
}

export interface Now {
  readonly wall: number
  /** The wall time less all pauses. */
  readonly scenario: number
  /** The zone of the person. */
  readonly zone: string
  /** A test run waits no longer than this; null for a real one. */
  readonly longest: number | null
}

const minuteMs = 60_000

export function dueOf(until: Until, now: Now): Due {
  const due = plainDueOf(until, now)
  if (now.longest === null) return due
  const begin = due.clock === 'wall' ? now.wall : now.scenario
  return { ...due, at: Math.min(due.at, begin + now.longest) }
}

function plainDueOf(until: Until, now: Now): Due {
  switch (until.by) {
    case 'minutes':
    case 'event':
      return { clock: 'scenario', at: now.scenario + until.minutes * minuteMs }
    case 'moment':
      return { clock: 'wall', at: Date.parse(until.at) }
    case 'clock':
      return { clock: 'wall', at: nextAt(until, now) }
  }
}

/**
 * The next time of the day on one of these weekdays, at least a minute from now. A time that the clocks leave out is that
 * long after the change; of one that comes twice it is the first.
 */
function nextAt({ weekdays, time }: Extract<Until, { by: 'clock' }>, { wall, zone }: Now): number {
  const begin = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO(zone)
  for (let days = 0; days <= 8; days++) {
    const date = begin.toPlainDate().add({ days })
    if (weekdays.length && !weekdays.includes(date.dayOfWeek)) continue
    const at = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    if (at >= wall + minuteMs) return at
  }
  throw new Error('Every week has every weekday.')
}
