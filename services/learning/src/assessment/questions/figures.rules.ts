// How well a question tells who knows its subject: pure functions of sums that each final result adds to.
import { z } from 'zod'

export const QuestionFigures = z.object({
  count: z.int().min(0).describe('How many final results contain it.'),
  facility: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('The average share of its points that was earned, in percent; null without a result.'),
  discrimination: z
    .number()
    .min(-100)
    .max(100)
    .nullable()
    .describe(
      'The correlation between its points and those of the other questions of the attempt, in percent: near 0 or below, those who know the rest do not know this. Null while there is no spread.',
    ),
})
export type QuestionFigures = z.infer<typeof QuestionFigures>

/** A result of one question: shares in thousandths of its own points, and of those of the other questions. */
export interface Point {
  own: number
  rest: number
}

/** Sums over the results of one question. */
export interface Sums {
  count: number
  own: number
  rest: number
  own_own: number
  own_rest: number
  rest_rest: number
}

/** What a result adds to the sums; `times` is -1 to take it back. */
export const sumsOf = ({ own, rest }: Point, times: 1 | -1 = 1): Sums => ({
  count: times,
  own: times * own,
  rest: times * rest,
  own_own: times * own * own,
  own_rest: times * own * rest,
  rest_rest: times * rest * rest,
})

/** Earned and possible points of the questions of one attempt, as the results of each. */
export function pointsOf(questions: readonly { earned: number; points: number }[]): Point[] {
  const earned = questions.reduce((sum, each) => sum + each.earned, 0)
  const possible = questions.reduce((sum, each) => sum + each.points, 0)
  const share = (part: number, of: number) => (of === 0 ? 0 : Math.round((1000 * part) / of))
  return questions.map(each => ({
    own: share(each.earned, each.points),
    rest: share(earned - each.earned, possible - each.points),
  }))
}

const hundredths = (value: number) => Math.round(value * 100) / 100

/** The figures of a question; the discrimination is Pearson's coefficient. */
export function figuresOf({ count, own, rest, own_own, own_rest, rest_rest }: Sums): QuestionFigures {
  if (count === 0) return { count: 0, facility: null, discrimination: null }
  const spread = Math.sqrt((count * own_own - own ** 2) * (count * rest_rest - rest ** 2))
  const together = count * own_rest - own * rest
  return {
    count,
    facility: hundredths(own / count / 10),
    discrimination: spread > 0 ? hundredths(Math.max(-100, Math.min(100, (100 * together) / spread))) : null,
  }
}
