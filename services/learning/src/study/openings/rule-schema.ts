// The opening rules of a module or lesson, as they are set and stored: all conditions must be met.
import type { Id } from '@lms/contract'
import { z } from 'zod'
import {
  AfterAcceptanceCondition,
  AfterCourseCondition,
  AfterLessonCondition,
  DateCondition,
  DaysAfterCondition,
  Deadline,
  HoursAfterCondition,
  OfferCondition,
  ScoreCondition,
  TagCondition,
  WebinarPresenceCondition,
  WebinarRecordingCondition,
  WeekdayCondition,
} from './condition-schema.ts'

export const maxConditions = 20
/** Maximum conditions of which one is enough. */
export const maxAlternatives = 10

/** A condition about one thing. */
export const SingleCondition = z.discriminatedUnion('kind', [
  DateCondition,
  DaysAfterCondition,
  HoursAfterCondition,
  WeekdayCondition,
  AfterLessonCondition,
  AfterAcceptanceCondition,
  AfterCourseCondition,
  ScoreCondition,
  TagCondition,
  OfferCondition,
  WebinarPresenceCondition,
  WebinarRecordingCondition,
])
export type SingleCondition = z.infer<typeof SingleCondition>

export const AnyOfCondition = z.strictObject({
  kind: z.literal('any_of'),
  conditions: z
    .array(SingleCondition)
    .min(2)
    .max(maxAlternatives)
    .describe('One of them is enough: the first that is met opens.'),
})

export const Condition = z.discriminatedUnion('kind', [...SingleCondition.options, AnyOfCondition])
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
  end: Deadline.nullish().describe(
    'When the lesson closes to everybody, also to those who have completed it; null for never. That of a lesson takes the place of that of its module. A deadline that an override moves beyond it moves it along.',
  ),
})
export type OpeningRules = z.infer<typeof OpeningRules>

/** The rules of a lesson or module that has none. */
export const noRules: OpeningRules = { conditions: [], deadline: null }

/** What a condition consists of: itself, or those of which one is enough. */
export const partsOf = (condition: Condition): readonly SingleCondition[] =>
  condition.kind === 'any_of' ? condition.conditions : [condition]

/** The lesson that a condition names. */
export const lessonOf = (condition: SingleCondition): Id<'les'> | null =>
  ('lesson_id' in condition && condition.lesson_id) || null

/** The lessons that a condition names itself; a score also waits for the lesson of its quiz or homework. */
export const lessonsOf = (condition: Condition): Id<'les'>[] =>
  partsOf(condition).flatMap(part => lessonOf(part) ?? [])

/** The quiz or homework whose score a condition names. */
export const itemOf = (condition: SingleCondition): Id<'quz'> | Id<'asg'> | null =>
  condition.kind === 'score' ? condition.item_id : null

/** The courses that these rules name. */
export const coursesOf = ({ conditions }: Pick<OpeningRules, 'conditions'>): Id<'crs'>[] => [
  ...new Set(
    conditions.flatMap(partsOf).flatMap(part => (part.kind === 'after_course' ? part.course_id : [])),
  ),
]
