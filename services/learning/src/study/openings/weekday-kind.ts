// A condition: the n-th weekday, at a time of day, from the start of the flow or the person's own start.
import type { z } from 'zod'
import { afterFreezes, daysAfter, fitting, instantOf } from './calendar-days.ts'
import type { WeekdayCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const weekdayKind: Kind<z.infer<typeof WeekdayCondition>> = {
  opens_by: 'clock',
  ref: () => null,
  metAt({ from, weekday, number, time: timeText }, facts) {
    const { zone } = facts
    const base = from === 'flow_start' ? facts.flow_starts_at : facts.own_starts_at
    if (base === null) return null
    const { date: startDay, time } = daysAfter(base, 0, timeText, zone)
    const sameWeek = fitting(startDay, weekday)
    const first = instantOf({ date: sameWeek, time }, zone) < base ? sameWeek.add({ days: 7 }) : sameWeek
    const unmoved = { date: first.add({ days: 7 * (number - 1) }), time }
    const since = from === 'flow_start' ? null : base
    const moved = afterFreezes(unmoved, facts, since)
    return instantOf({ date: fitting(moved.date, weekday), time }, zone)
  },
}
