// From where a quiz draws questions: an own pool, or those of other quizzes.
import { id, oneOf, refuse, text } from '@lms/contract'
import { z } from 'zod'

/** Maximum labels from which a quiz draws questions. */
export const maxDraws = 20
/** Maximum quizzes that a draw names. */
export const maxSources = 20
/** Maximum questions of a pool: the oldest quizzes first. */
export const maxPool = 2000

/** A label of questions: the pool from which some are drawn. */
export const poolLabel = () => text(60, 1)

export const Draw = z.object({
  label: poolLabel().describe('The label of the questions to draw from.'),
  count: z.int32().min(1).max(200).describe('The number of questions that each attempt draws.'),
  source: oneOf(['quiz', 'quizzes', 'course', 'school'])
    .optional()
    .describe(
      'Whose questions they are: of the quiz itself, as without it; of the quizzes in `quiz_ids`; of all quizzes of the course; or of the school. Other courses that are archived do not count.',
    ),
  quiz_ids: z
    .array(id('quz'))
    .min(1)
    .max(maxSources)
    .optional()
    .describe('The quizzes to draw from, with `source: quizzes` alone.'),
})
export type Draw = z.infer<typeof Draw>

export const refusals = refuse({
  quiz_draw_invalid: {
    status: 422,
    when: 'a draw has quiz_ids without `source: quizzes`, or that source without them',
    message: '`source: quizzes` needs quiz_ids, and no other source has them. See the places in details.',
  },
  quiz_source_unknown: {
    status: 422,
    when: 'a draw names a quiz that the school does not have',
    message: 'This school has no such quiz: see details. GET /v1/quizzes lists them.',
  },
})

/** The places of draws whose sources do not fit. */
export const drawProblems = (draws: readonly Draw[]) =>
  draws.flatMap(({ source, quiz_ids }, index) =>
    (source === 'quizzes') === (quiz_ids !== undefined)
      ? []
      : [{ path: `body.draws.${index}.quiz_ids`, message: 'belongs to source quizzes, and is needed there' }],
  )
