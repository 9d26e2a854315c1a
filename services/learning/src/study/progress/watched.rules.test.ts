import fc from 'fast-check'
import { maxNew, maxPieces, newSeconds, normal, reported, type Segment, secondsOf } from './watched.rules.ts'

const second = fc.integer({ min: 0, max: 300 })
const segment = fc.tuple(second, second) as fc.Arbitrary<Segment>
const segments = fc.array(segment, { maxLength: 12 })
const long = { elapsed: 10_000, length: null }
/** The seconds of ranges, one by one. */
const each = (ranges: readonly Segment[]) =>
  new Set(
    ranges.flatMap(([from, to]) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)),
  )

test.each<[string, Segment[], number | null, Segment[]]>([
  [
    'touching ranges are one',
    [
      [5, 10],
      [0, 5],
    ],
    null,
    [[0, 10]],
  ],
  [
    'an empty range is none',
    [
      [5, 5],
      [7, 6],
    ],
    null,
    [],
  ],
  ['parts of seconds count whole', [[0.4, 9.2]], null, [[0, 10]]],
  [
    'nothing before the beginning or after the end',
    [
      [-5, 3],
      [90, 120],
    ],
    100,
    [
      [0, 3],
      [90, 100],
    ],
  ],
])('%s', (_, input, length, expected) => {
  expect(normal(input, length)).toEqual(expected)
})

test('a union has each second once, sorted and apart', () => {
  fc.assert(
    fc.property(segments, input => {
      const ranges = normal(input)
      expect(each(ranges)).toEqual(new Set([...each(input)].sort((one, other) => one - other)))
      expect(secondsOf(ranges)).toBe(each(input).size)
      for (const [index, [from]] of ranges.slice(1).entries()) expect(from).toBeGreaterThan(ranges[index]![1])
    }),
  )
})

test('reports in any order and any number of times come to the same', () => {
  const reports = fc.array(segments, { maxLength: 6 })
  const all = (list: readonly Segment[][]) =>
    list.reduce<Segment[]>((watched, report) => reported(watched, report, long).watched, [])
  fc.assert(
    fc.property(
      reports.chain(list =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
      ),
      ([once, twice]) => {
        expect(all(twice)).toEqual(all(once))
      },
    ),
  )
})

test('new seconds are those that were not watched', () => {
  fc.assert(
    fc.property(segments, segments, (watched, input) => {
      const before = each(watched)
      const expected = [...each(input)].filter(at => !before.has(at))
      expect(each(newSeconds(normal(watched), normal(input)))).toEqual(
        new Set(expected.sort((one, other) => one - other)),
      )
    }),
  )
})

describe('no more seconds than can have been watched', () => {
  test.each([
    ['the first report', null, 60],
    ['after ten seconds', 10, 100],
    ['after a clock that went back', -30, 60],
  ])('%s', (_, elapsed, most) => {
    expect(maxNew(elapsed)).toBe(most)
    expect(reported([], [[0, 1000]], { elapsed, length: null })).toEqual({
      watched: [[0, most]],
      dropped: 1000 - most,
    })
  })
  test('what was watched before is free', () => {
    expect(reported([[0, 500]], [[0, 550]], { elapsed: 0, length: null })).toEqual({
      watched: [[0, 550]],
      dropped: 0,
    })
  })
  test('and none is lost that was kept before', () => {
    fc.assert(
      fc.property(segments, segments, fc.integer({ min: 0, max: 60 }), (watched, input, elapsed) => {
        const before = each(watched)
        const { watched: after, dropped } = reported(watched, input, { elapsed, length: null })
        for (const at of before) expect(each(after)).toContain(at)
        const fresh = [...each(input)].filter(at => !before.has(at)).length
        expect(secondsOf(after)).toBe(before.size + fresh - dropped)
        expect(fresh - dropped).toBeLessThanOrEqual(maxNew(elapsed))
      }),
    )
  })
})

test('a block has at most two hundred ranges: the narrowest gaps are closed', () => {
  const many = Array.from(
    { length: maxPieces + 2 },
    (_, at): Segment => [at * 10, at * 10 + (at === 7 ? 9 : 5)],
  )
  const { watched } = reported([], many, { elapsed: 1_000_000, length: null })
  expect(watched).toHaveLength(maxPieces)
  expect(watched).toContainEqual([70, 85])
  expect(secondsOf(watched)).toBe(secondsOf(many) + 1 + 5)
})
