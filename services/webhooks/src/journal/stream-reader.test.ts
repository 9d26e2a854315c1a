import { restAfter } from './stream-reader.ts'

test.each([
  [0, 5],
  [5, 5],
  [12, 12],
  [25, 25],
  [400, 25],
])('a batch that took %i ms is followed by a rest of %i ms', (took, rest) => {
  expect(restAfter({ took, isBehind: false })).toBe(rest)
})

test('a journal that is behind does not rest', () => {
  expect(restAfter({ took: 12, isBehind: true })).toBe(0)
})
