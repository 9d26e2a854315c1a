// What a rubric makes of the levels that a reviewer chooses: pure functions.
import type { RefusalDetail } from '@lms/contract'
import type { Criterion, CriterionInput, GradedCriterion } from './rubric.ts'

interface Reviewed {
  rubric: readonly Criterion[] | null
  max_score: number | null
}

/** What is wrong with the rubric of an assignment: keys that stand twice, or no points to share out; `path` is its place. */
export function rubricProblems({ rubric, max_score }: Reviewed, path: string): RefusalDetail[] {
  if (rubric === null) return []
  const twice = (keys: readonly string[], place: (index: number) => string) =>
    keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [{ path: place(index), message: 'stands there before' }] : [],
    )
  return [
    ...(max_score === null ? [{ path, message: 'needs max_score' }] : []),
    ...twice(
      rubric.map(({ key }) => key),
      index => `${path}.${index}.key`,
    ),
    ...rubric.flatMap(({ levels }, index) =>
      twice(
        levels.map(({ key }) => key),
        level => `${path}.${index}.levels.${level}.key`,
      ),
    ),
  ]
}

/**
 * The review by the criteria of a rubric, in its order and with its words of now, and what is wrong with what was sent. A
 * `complete` review has all of them.
 */
export function gradedBy(
  rubric: readonly Criterion[],
  sent: readonly CriterionInput[],
  { complete }: { complete: boolean },
): { criteria: GradedCriterion[]; details: RefusalDetail[] } {
  const details = sent.flatMap(({ key, level }, index): RefusalDetail[] => {
    const criterion = rubric.find(each => each.key === key)
    const path = `body.criteria.${index}`
    if (!criterion) return [{ path: `${path}.key`, message: `the rubric has no criterion ${key}` }]
    if (sent.findIndex(each => each.key === key) < index)
      return [{ path: `${path}.key`, message: 'is named before' }]
    return criterion.levels.some(each => each.key === level)
      ? []
      : [{ path: `${path}.level`, message: `the criterion ${key} has no level ${level}` }]
  })
  const missing = rubric.filter(({ key }) => complete && !sent.some(each => each.key === key))
  details.push(...missing.map(({ key }) => ({ path: 'body.criteria', message: `${key} is missing` })))
  if (details.length) return { criteria: [], details }
  const criteria = rubric.flatMap(({ key, title, weight, levels }) => {
    const input = sent.find(each => each.key === key)
    if (!input) return []
    const level = levels.find(each => each.key === input.level)!
    return {
      ...{ key, title, weight, comment: input.comment },
      level: { key: level.key, title: level.title, percent: level.percent },
    }
  })
  return { criteria, details: [] }
}

/** The score of a review: the weighted mean of its levels, as a share of `max_score`, rounded half up once. */
export function scoreBy(criteria: readonly GradedCriterion[], max_score: number): number {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  const earned = criteria.reduce((sum, { weight, level }) => sum + weight * level.percent, 0)
  return Math.floor((2 * max_score * earned + 100 * weights) / (200 * weights))
}
