import fc from 'fast-check'
import { gradedBy, rubricProblems, scoreBy } from './rubric.rules.ts'
import type { Criterion, GradedCriterion } from './rubric.ts'

const level = (key: string, percent: number) => ({ key, title: key, description: '', percent })
const criterion = (key: string, weight: number, ...levels: [string, number][]): Criterion => ({
  ...{ key, title: `The ${key}`, description: '', weight },
  levels: levels.map(each => level(...each)),
})
const rubric = [
  criterion('colour', 3, ['poor', 0], ['fair', 50], ['good', 100]),
  criterion('form', 1, ['poor', 0], ['good', 100]),
]
const graded = (...levels: [weight: number, percent: number][]): GradedCriterion[] =>
  levels.map(([weight, percent], index) => ({
    ...{ key: `c${index}`, title: 'C', weight, comment: '' },
    level: { key: 'l', title: 'L', percent },
  }))

test.each<[string, GradedCriterion[], number, number]>([
  ['all of the best', graded([3, 100], [1, 100]), 1000, 1000],
  ['nothing', graded([3, 0], [1, 0]), 1000, 0],
  ['weights count', graded([3, 50], [1, 100]), 1000, 625],
  ['half up, once', graded([1, 50], [1, 0]), 10, 3],
  ['a third', graded([1, 100], [1, 0], [1, 0]), 1000, 333],
])('the score: %s', (_, criteria, max, score) => {
  expect(scoreBy(criteria, max)).toBe(score)
})

test('the score stays within its bounds, rises with each level, and does not depend on the size of all weights', () => {
  const weighted = fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 99 })), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(weighted, fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (levels, max, at) => {
      const score = scoreBy(graded(...levels), max)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(max)
      const better = levels.map(([weight, percent], index): [number, number] =>
        index === at % levels.length ? [weight, percent + 1] : [weight, percent],
      )
      expect(scoreBy(graded(...better), max)).toBeGreaterThanOrEqual(score)
      const heavier = levels.map(([weight, percent]): [number, number] => [weight * 10, percent])
      expect(scoreBy(graded(...heavier), max)).toBe(score)
    }),
  )
})

test('a review keeps the words of the rubric, in its order', () => {
  const { criteria, details } = gradedBy(
    rubric,
    [
      { key: 'form', level: 'good', comment: 'Fine' },
      { key: 'colour', level: 'fair', comment: '' },
    ],
    { complete: true },
  )
  expect(details).toEqual([])
  expect(criteria).toEqual([
    {
      ...{ key: 'colour', title: 'The colour', weight: 3, comment: '' },
      level: { key: 'fair', title: 'fair', percent: 50 },
    },
    {
      ...{ key: 'form', title: 'The form', weight: 1, comment: 'Fine' },
      level: { key: 'good', title: 'good', percent: 100 },
    },
  ])
})

test.each<[string, { key: string; level: string }[], string[]]>([
  ['a criterion is missing', [{ key: 'colour', level: 'good' }], ['body.criteria']],
  [
    'a criterion stands twice',
    [
      { key: 'colour', level: 'good' },
      { key: 'form', level: 'good' },
      { key: 'colour', level: 'poor' },
    ],
    ['body.criteria.2.key'],
  ],
  [
    'an unknown one, and an unknown level',
    [
      { key: 'size', level: 'good' },
      { key: 'form', level: 'fair' },
    ],
    ['body.criteria.0.key', 'body.criteria.1.level', 'body.criteria'],
  ],
])('a whole review is refused where %s', (_, sent, paths) => {
  const { criteria, details } = gradedBy(
    rubric,
    sent.map(each => ({ ...each, comment: '' })),
    { complete: true },
  )
  expect(criteria).toEqual([])
  expect(details.map(({ path }) => path)).toEqual(paths)
})

test('a return may name some of the criteria', () => {
  const some = gradedBy(rubric, [{ key: 'form', level: 'poor', comment: '' }], { complete: false })
  expect(some.criteria.map(({ key }) => key)).toEqual(['form'])
})

test('keys stand once in a rubric, and once among the levels of a criterion', () => {
  const twice = [...rubric, criterion('form', 1, ['a', 0], ['b', 1], ['a', 2])]
  const problems = (value: Criterion[] | null, max_score: number | null) =>
    rubricProblems({ rubric: value, max_score }, 'body.rubric')
  expect([...problems(rubric, 100), ...problems(null, null)]).toEqual([])
  expect(problems(rubric, null).map(({ path }) => path)).toEqual(['body.rubric'])
  expect(problems(twice, 100).map(({ path }) => path)).toEqual([
    'body.rubric.2.key',
    'body.rubric.2.levels.2.key',
  ])
})
