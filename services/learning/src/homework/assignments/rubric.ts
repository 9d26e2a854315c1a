// The rubric of an assignment: criteria with weights, each with levels. A key is the identity of a criterion or level: what
// was graded keeps its words, and is told apart by keys when the rubric changes.
import { personal, text } from '@lms/contract'
import { z } from 'zod'

export const maxCriteria = 20
export const maxLevels = 10

const key = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must have up to 40 characters of a-z, 0-9, - and _')
    .meta({ examples: ['colour'] })

const weight = () =>
  z
    .int32()
    .min(1)
    .max(1000)
    .describe('What it counts beside the other criteria: twice as much with twice the weight.')
const percent = () =>
  z.int32().min(0).max(100).describe('The share of the points of the criterion that the level earns.')

export const Criterion = z.object({
  key: key().describe('What tells the criterion apart from the others; it keeps it when its words change.'),
  title: text(200, 1).describe('What is looked at, as students read it.'),
  description: text(2000).default('').describe('More about it; empty for nothing.'),
  weight: weight(),
  levels: z
    .array(
      z.object({
        key: key().describe('What tells the level apart from the others of the criterion.'),
        title: text(200, 1).describe('The name of the level.'),
        description: text(2000)
          .default('')
          .describe('What an answer of this level is like; empty for nothing.'),
        percent: percent(),
      }),
    )
    .min(2)
    .max(maxLevels)
    .describe('The levels that an answer can reach.'),
})
export type Criterion = z.infer<typeof Criterion>

/** A criterion of a review, in the words that the rubric had then. */
export const GradedCriterion = z.object({
  key: key().describe('The key of the criterion.'),
  title: text(200).describe('The title of the criterion.'),
  weight: weight(),
  level: z
    .object({
      key: key().describe('The key of the level.'),
      title: text(200).describe('The name of the level.'),
      percent: percent(),
    })
    .describe('The level that the answer has reached.'),
  comment: personal(text(2000)).describe('What the reviewer wrote about it; empty for nothing.'),
})
export type GradedCriterion = z.infer<typeof GradedCriterion>

/** What a reviewer sends about a criterion. */
export const CriterionInput = z.strictObject({
  key: key().describe('The key of the criterion.'),
  level: key().describe('The key of the level that the answer has reached.'),
  comment: personal(text(2000)).default('').describe('What the reviewer writes about it; empty for nothing.'),
})
export type CriterionInput = z.infer<typeof CriterionInput>
