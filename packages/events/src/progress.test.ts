import { Progress } from './progress.ts'

const all = (positions: readonly number[]) => positions.map(() => true)
const rangesOf = ({ gaps }: Progress) => gaps.map(({ from, to }) => [from, to])

test('a missing position between read rows is a gap until it appears', () => {
  const progress = new Progress()
  const note = (...positions: number[]) => progress.note(positions, all(positions), 0)
  note(1, 2, 5, 9)
  expect(progress.high).toBe(9)
  expect(rangesOf(progress)).toEqual([
    [3, 4],
    [6, 8],
  ])
  note(7, 10)
  expect(rangesOf(progress)).toEqual([
    [3, 4],
    [6, 6],
    [8, 8],
  ])
  note(3, 4, 6, 8)
  expect(progress).toMatchObject({ high: 10, gaps: [] })
})

test('positions before the first row ever seen may appear as well', () => {
  const progress = new Progress()
  progress.note([1000], [true], 0)
  expect(rangesOf(progress)).toEqual([[1, 999]])
})

test('a gap is given up when no transaction can be so old, even if nothing is read', () => {
  const progress = new Progress()
  progress.note([2], [true], 100_000)
  progress.note([], [], 129_999)
  expect(rangesOf(progress)).toEqual([[1, 1]])
  progress.note([], [], 130_000)
  expect(progress).toMatchObject({ high: 2, gaps: [] })
})

test('of very many gaps only the newest are watched', () => {
  const progress = new Progress()
  const even = Array.from({ length: 5000 }, (_, index) => (index + 1) * 2)
  progress.note(even, all(even), 0)
  expect(progress.gaps.length).toBeLessThanOrEqual(200)
  expect(rangesOf(progress).at(-1)).toEqual([9999, 9999])
})

test('a refused row, and all behind it, is read again', () => {
  const progress = new Progress()
  progress.note([1, 2, 3, 4], [true, true, false, true], 0)
  expect(progress).toMatchObject({ high: 2, gaps: [] })
  progress.note([3, 4], [true, true], 250)
  expect(progress).toMatchObject({ high: 4, gaps: [] })
})

test('a message that is refused for long is skipped, and delays nothing any more', () => {
  const progress = new Progress()
  for (const now of [0, 29_000]) progress.note([1, 2, 3], [true, false, true], now)
  expect(progress.high).toBe(1)
  progress.note([2, 3], [false, true], 30_000)
  expect(progress).toMatchObject({ high: 3, gaps: [] })
  progress.note([4, 5], [false, true], 30_250)
  expect(progress.high).toBe(5)
  // Once all messages are accepted again, the time begins again.
  progress.note([6], [true], 31_000)
  progress.note([7, 8], [false, true], 32_000)
  expect(progress.high).toBe(6)
})

test('a stream that accepts nothing at all is full: nothing is skipped, however long it lasts', () => {
  const progress = new Progress()
  for (const now of [0, 60_000, 600_000]) progress.note([1, 2], [false, false], now)
  expect(progress).toMatchObject({ high: 0, gaps: [] })
})

test('a refused row of a gap stays in its gap', () => {
  const progress = new Progress()
  progress.note([1, 3], [true, true], 0)
  progress.note([2, 4], [false, true], 10)
  expect(progress.high).toBe(3)
  expect(rangesOf(progress)).toEqual([[2, 2]])
})
