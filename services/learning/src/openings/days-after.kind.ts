// A condition: a number of calendar days after the start of the flow, the person's own start, or another lesson's opening or
// completion.
import { id, oneOf } from '@lms/contract'
import { z } from 'zod'
import { afterFreezes, daysAfter, instantOf } from './calendar-days.ts'
import type { Facts, Kind } from './facts.ts'
import { dayCount, timeOfDay } from './kind.fields.ts'

const starts = ['flow_start', 'own_start', 'lesson_opened', 'lesson_completed'] as const
const ofLesson = (from: (typeof starts)[number]) => from === 'lesson_opened' || from === 'lesson_completed'

export const DaysAfterCondition = z
  .strictObject({
    kind: z.literal('days_after'),
    from: oneOf(starts).describe('What the days are counted from.'),
    lesson_id: id('les')
      .nullish()
      .describe('The lesson whose opening or completion the days are counted from.'),
    days: dayCount().describe('Calendar days in the zone of the course.'),
    time: timeOfDay().nullish().describe('Default: the time of day of the start.'),
  })
  .refine(({ from, lesson_id }) => ofLesson(from) === Boolean(lesson_id), {
    message: 'belongs to from lesson_opened or lesson_completed, and is required there',
    path: ['lesson_id'],
  })
type DaysAfter = z.infer<typeof DaysAfterCondition>

export const daysAfterKind: Kind<DaysAfter> = {
  opens_by: 'clock',
  ref: ({ lesson_id }) => lesson_id ?? null,
  metAt(condition, facts) {
    const base = baseOf(condition, facts)
    if (base === null) return null
    const { zone } = facts
    const unmoved = daysAfter(base, condition.days, condition.time ?? null, zone)
    // A flow's days run whether or not the person had begun, the others from an instant of the person's own time.
    const since = condition.from === 'flow_start' ? null : base
    return instantOf(afterFreezes(unmoved, facts, since), zone)
  },
}

function baseOf({ from, lesson_id }: DaysAfter, facts: Facts): string | null {
  if (from === 'flow_start') return facts.flow_starts_at
  if (from === 'own_start') return facts.own_starts_at
  const lesson = facts.lesson(lesson_id!)
  return (from === 'lesson_opened' ? lesson?.opens_at : lesson?.completed_at) ?? null
}
