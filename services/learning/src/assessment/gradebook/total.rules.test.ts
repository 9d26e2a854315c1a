import fc from 'fast-check'
import { type GradableItem, type ItemGrade, totalOf } from './total.rules.ts'

const item = (item_id: string, category: string | null = null, extra_credit = false): GradableItem => ({
  ...{ item_id, category, extra_credit },
})
const grade = (item_id: string, score: number | null, max_score = 100): ItemGrade => ({
  ...{ item_id, score, max_score },
})
const category = (key: string, weight: number, drop_lowest = 0) => ({ key, weight, drop_lowest })
const tests = category('tests', 3)
const work = category('work', 1)

test.each<[string, Parameters<typeof totalOf>, { current: number | null; final: number | null }]>([
  ['nothing to grade', [[], [], []], { current: null, final: null }],
  ['nothing graded yet', [[item('a')], [], []], { current: null, final: 0 }],
  ['a grade that waits for its review', [[item('a')], [], [grade('a', null)]], { current: null, final: 0 }],
  [
    'what is not graded counts in the final total alone',
    [[item('a'), item('b')], [], [grade('a', 80)]],
    { current: 80, final: 40 },
  ],
  [
    'items count alike, whatever their points',
    [[item('a'), item('b')], [], [grade('a', 5, 10), grade('b', 1000, 1000)]],
    { current: 75, final: 75 },
  ],
  [
    'a third, rounded once',
    [[item('a'), item('b'), item('c')], [], [grade('a', 100), grade('b', 100), grade('c', 0)]],
    { current: 66.67, final: 66.67 },
  ],
  ['half a hundredth up', [[item('a')], [], [grade('a', 12_345, 1_000_000)]], { current: 1.23, final: 1.23 }],
  ['and from a half on', [[item('a')], [], [grade('a', 12_350, 1_000_000)]], { current: 1.24, final: 1.24 }],
  [
    'categories by their weights',
    [
      [item('a', 'tests'), item('b', 'work')],
      [tests, work],
      [grade('a', 100), grade('b', 0)],
    ],
    { current: 75, final: 75 },
  ],
  [
    'a category without a grade leaves its weight to the others, until all counts',
    [[item('a', 'tests'), item('b', 'work')], [tests, work], [grade('b', 60)]],
    { current: 60, final: 15 },
  ],
  [
    'a category without items counts nothing',
    [[item('b', 'work')], [tests, work], [grade('b', 60)]],
    { current: 60, final: 60 },
  ],
  [
    'items without a category, or of one that is gone, count nothing beside categories',
    [
      [item('a'), item('b', 'gone'), item('c', 'work')],
      [work],
      [grade('a', 0), grade('b', 0), grade('c', 90)],
    ],
    { current: 90, final: 90 },
  ],
  [
    'the lowest is dropped: of the graded ones, or what is missing',
    [
      [item('a', 'work'), item('b', 'work'), item('c', 'work')],
      [category('work', 1, 1)],
      [grade('a', 40), grade('b', 80)],
    ],
    { current: 80, final: 60 },
  ],
  [
    'one always counts',
    [[item('a', 'work')], [category('work', 1, 5)], [grade('a', 40)]],
    { current: 40, final: 40 },
  ],
  [
    'extra credit is added, and is no loss where it is missing',
    [
      [item('a'), item('b'), item('x', null, true), item('y', null, true)],
      [],
      [grade('a', 80), grade('b', 60), grade('x', 50)],
    ],
    { current: 95, final: 95 },
  ],
  [
    'extra credit may go beyond everything, and is never dropped',
    [
      [item('a', 'work'), item('x', 'work', true)],
      [category('work', 1, 1)],
      [grade('a', 100), grade('x', 10)],
    ],
    { current: 110, final: 110 },
  ],
  [
    'extra credit alone is no result',
    [[item('a'), item('x', null, true)], [], [grade('x', 100)]],
    { current: null, final: 100 },
  ],
  [
    'what is excused does not count at all',
    [[item('a'), item('b')], [], [grade('a', 80), grade('b', 0)], new Set(['b'])],
    { current: 80, final: 80 },
  ],
  [
    'of nothing to reach everything is reached',
    [[item('a')], [], [grade('a', 0, 0)]],
    { current: 100, final: 100 },
  ],
])('%s', (_, given, total) => {
  expect(totalOf(...given)).toEqual(total)
})

const keys = ['one', 'two', 'three']
const book = fc.record({
  items: fc.array(
    fc.record({
      category: fc.constantFrom(...keys, null),
      extra_credit: fc.boolean(),
      max_score: fc.integer({ min: 1, max: 1_000_000 }),
      share: fc.option(fc.integer({ min: 0, max: 1000 })),
    }),
    { maxLength: 12 },
  ),
  categories: fc.subarray(keys).chain(chosen =>
    fc.tuple(
      ...chosen.map(key =>
        fc.record({
          key: fc.constant(key),
          weight: fc.integer({ min: 1, max: 50 }),
          drop_lowest: fc.integer({ min: 0, max: 3 }),
        }),
      ),
    ),
  ),
})
const givenOf = ({ items, categories }: typeof book extends fc.Arbitrary<infer T> ? T : never) => ({
  items: items.map(({ category, extra_credit }, index) => item(`i${index}`, category, extra_credit)),
  categories,
  grades: items.flatMap(({ share, max_score }, index) =>
    share === null ? [] : grade(`i${index}`, Math.floor((max_score * share) / 1000), max_score),
  ),
})

test('totals do not depend on an order, or on the size of all weights, and stay within their bounds', () => {
  fc.assert(
    fc.property(book, drawn => {
      const { items, categories, grades } = givenOf(drawn)
      const total = totalOf(items, categories, grades)
      expect(totalOf(items.toReversed(), categories.toReversed(), grades.toReversed())).toEqual(total)
      const heavier = categories.map(each => ({ ...each, weight: each.weight * 7 }))
      expect(totalOf(items, heavier, grades)).toEqual(total)
      const withoutExtra = items.filter(({ extra_credit }) => !extra_credit)
      for (const percent of Object.values(totalOf(withoutExtra, categories, grades))) {
        expect(percent ?? 0).toBeGreaterThanOrEqual(0)
        expect(percent ?? 0).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test('more points, one more dropped, or extra credit never lower a total; an excused item is as one that is not there', () => {
  fc.assert(
    fc.property(book, fc.nat(), (drawn, at) => {
      const { items, categories, grades } = givenOf(drawn)
      const total = totalOf(items, categories, grades)
      const atLeast = (other: typeof total) => {
        expect(other.current ?? 0).toBeGreaterThanOrEqual(total.current ?? 0)
        expect(other.final ?? 0).toBeGreaterThanOrEqual(total.final ?? 0)
      }
      const better = grades.map((each, index) =>
        index === at % grades.length ? { ...each, score: each.max_score } : each,
      )
      atLeast(totalOf(items, categories, better))
      atLeast(
        totalOf(
          items,
          categories.map(each => ({ ...each, drop_lowest: each.drop_lowest + 1 })),
          grades,
        ),
      )
      const plain = totalOf(
        items.filter(({ extra_credit }) => !extra_credit),
        categories,
        grades,
      )
      expect(total.final ?? 0).toBeGreaterThanOrEqual(plain.final ?? 0)
      const one = items[at % Math.max(1, items.length)]
      if (one)
        expect(totalOf(items, categories, grades, new Set([one.item_id]))).toEqual(
          totalOf(
            items.filter(each => each !== one),
            categories,
            grades,
          ),
        )
    }),
  )
})
