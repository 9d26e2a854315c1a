import fc from 'fast-check'
import { figuresOf, type Point, pointsOf, type Sums, sumsOf } from './figures.rules.ts'

const none: Sums = { count: 0, own: 0, rest: 0, own_own: 0, own_rest: 0, rest_rest: 0 }
const added = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(
    Object.entries(one).map(([name, sum]) => [name, sum + other[name as keyof Sums]]),
  ) as unknown as Sums
const sum = (points: readonly Point[]) => points.map(point => sumsOf(point)).reduce(added, none)

test('a question without a result has no figures', () => {
  expect(figuresOf(none)).toEqual({ count: 0, facility: null, discrimination: null })
})

test.each([
  [
    'known by those who know the rest',
    [
      [1000, 1000],
      [0, 0],
    ],
    50,
    100,
  ],
  [
    'known by those who do not know the rest',
    [
      [0, 1000],
      [1000, 0],
    ],
    50,
    -100,
  ],
  [
    'known by all',
    [
      [1000, 1000],
      [1000, 0],
    ],
    100,
    null,
  ],
  [
    'alone in its quiz',
    [
      [1000, 0],
      [0, 0],
    ],
    50,
    null,
  ],
  [
    'known by two of three',
    [
      [1000, 800],
      [1000, 600],
      [0, 100],
    ],
    66.67,
    96.08,
  ],
])('a question %s', (_, results, facility, discrimination) => {
  const points = results.map(([own, rest]) => ({ own: own!, rest: rest! }))
  expect(figuresOf(sum(points))).toEqual({ count: points.length, facility, discrimination })
})

test('the rest of an attempt is what the other questions gave', () => {
  const questions = [
    { earned: 100, points: 100 },
    { earned: 0, points: 100 },
    { earned: 50, points: 200 },
  ]
  expect(pointsOf(questions)).toEqual([
    { own: 1000, rest: 167 },
    { own: 0, rest: 500 },
    { own: 250, rest: 500 },
  ])
})

test('a result that is taken back was never there, and figures stay in their bounds', () => {
  const point = fc.record({ own: fc.integer({ min: 0, max: 1000 }), rest: fc.integer({ min: 0, max: 1000 }) })
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), point, (points, other) => {
      const figures = figuresOf(sum(points))
      expect(figuresOf(added(sum([...points, other]), sumsOf(other, -1)))).toEqual(figures)
      expect(Math.abs(figures.discrimination ?? 0)).toBeLessThanOrEqual(100)
    }),
  )
})
