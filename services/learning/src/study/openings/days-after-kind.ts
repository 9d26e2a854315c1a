// A condition: a number of calendar days after the start of the flow, the person's own start, or another lesson's opening or
// completion.
import type { z } from 'zod'
import { instantAfter } from './calendar-days.ts'
import type { DaysAfterCondition } from './condition-schema.ts'
import type { Facts, Kind } from './facts.ts'

type DaysAfter = z.infer<typeof DaysAfterCondition>

export const daysAfterKind: Kind<DaysAfter> = {
  opens_by: 'clock',
  ref: ({ lesson_id }) => lesson_id ?? null,
  metAt(condition, facts) {
    const base = baseOf(condition, facts)
    if (base === null) return null
    // A flow's days run whether or not the person had begun, the others from an instant of the person's own time.
    return instantAfter(base, condition, facts, condition.from === 'flow_start' ? null : base)
  },
}

/** What days or hours are counted from; null while it is unknown. */
export function baseOf(
  { from, lesson_id }: Pick<DaysAfter, 'from' | 'lesson_id'>,
  facts: Facts,
): string | null {
  if (from === 'flow_start') return facts.flow_starts_at
  if (from === 'own_start') return facts.own_starts_at
  const lesson = facts.lesson(lesson_id!)
  return (from === 'lesson_opened' ? lesson?.opens_at : lesson?.completed_at) ?? null
}
