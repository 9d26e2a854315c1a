import { restAfter } from './stream-reader.ts'

test.each([
  [0, 5],
  [5, 5],
  [12, 12],
  [25, 25],
  [400, 25],
])('a batch that took %i ms is followed by a rest of %i ms', (took, rest) => {
  expect(restAfter({ took, bytes: 256 * 1024 - 1, isBehind: false })).toBe(rest)
})

test('a batch of large events is followed by the shortest rest, however long it took', () => {
  expect(restAfter({ took: 20, bytes: 256 * 1024, isBehind: false })).toBe(5)
})

test('a journal that is behind does not rest', () => {
  expect(restAfter({ took: 12, bytes: 100, isBehind: true })).toBe(0)
  expect(restAfter({ took: 12, bytes: 1_000_000, isBehind: true })).toBe(0)
})
