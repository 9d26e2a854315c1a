// The opening rules of a module or lesson, as they are set and stored: all conditions must be met.
import type { Id } from '@lms/contract'
import { z } from 'zod'
import {
  AfterAcceptanceCondition,
  AfterLessonCondition,
  DateCondition,
  DaysAfterCondition,
  Deadline,
  OfferCondition,
  TagCondition,
  WebinarPresenceCondition,
  WebinarRecordingCondition,
  WeekdayCondition,
} from './condition-schema.ts'

export const maxConditions = 20

export const Condition = z.discriminatedUnion('kind', [
  DateCondition,
  DaysAfterCondition,
  WeekdayCondition,
  AfterLessonCondition,
  AfterAcceptanceCondition,
  TagCondition,
  OfferCondition,
  WebinarPresenceCondition,
  WebinarRecordingCondition,
])
export type Condition = z.infer<typeof Condition>

export const OpeningRules = z.strictObject({
  conditions: z
    .array(Condition)
    .max(maxConditions)
    .default([])
    .describe(
      'All of them must be met, those of the module too. Without one the lesson opens with the course. In a flow none opens before its start.',
    ),
  deadline: Deadline.nullable()
    .default(null)
    .describe('Until when to complete it. The deadline of a lesson takes the place of that of its module.'),
})
export type OpeningRules = z.infer<typeof OpeningRules>

/** The rules of a lesson or module that has none. */
export const noRules: OpeningRules = { conditions: [], deadline: null }

/** The lesson that a condition names. */
export const lessonOf = (condition: Condition): Id<'les'> | null =>
  ('lesson_id' in condition && condition.lesson_id) || null
