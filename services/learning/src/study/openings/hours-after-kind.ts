// A condition: a number of hours after the start of the flow, the person's own start, or another lesson's opening or completion.
import type { z } from 'zod'
import { hoursAfter } from './calendar-days.ts'
import type { HoursAfterCondition } from './condition-schema.ts'
import { baseOf } from './days-after-kind.ts'
import type { Kind } from './facts.ts'

export const hoursAfterKind: Kind<z.infer<typeof HoursAfterCondition>> = {
  opens_by: 'clock',
  ref: ({ lesson_id }) => lesson_id ?? null,
  metAt(condition, facts) {
    const base = baseOf(condition, facts)
    if (base === null) return null
    return hoursAfter(base, condition.hours, facts, condition.from === 'flow_start' ? null : base)
  },
}
