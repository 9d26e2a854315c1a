import { pauseAfter } from './backoff.ts'

const rule = { attempts: 5, pause: 2, longestPause: 10 }

test.each([
  [1, 2],
  [2, 4],
  [3, 8],
  [4, 10],
])('after %i failures the pause is %i s, a quarter more or less', (failures, seconds) => {
  expect(pauseAfter(rule, failures, 0)).toBe(seconds * 0.75)
  expect(pauseAfter(rule, failures, 0.5)).toBe(seconds)
  expect(pauseAfter(rule, failures, 1)).toBe(seconds * 1.25)
})

test('the last failure is the end', () => {
  expect(pauseAfter(rule, 5, 0.5)).toBeNull()
})
