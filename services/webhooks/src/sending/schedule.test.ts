import fc from 'fast-check'
import { MAX_ATTEMPTS, nextAttempt } from './schedule.ts'

const failedAt = new Date('2026-03-01T10:00:00.250Z')
const minutes = (count: number) => new Date(failedAt.getTime() + count * 60_000)

test.each([
  [1, minutes(1)],
  [2, minutes(5)],
  [3, minutes(30)],
  [4, minutes(2 * 60)],
  [5, minutes(12 * 60)],
  [6, minutes(24 * 60)],
  [7, null],
])('after failed attempt %i', (attempt, expected) => {
  expect(nextAttempt({ attempt, failedAt, random: () => 0 })).toEqual(expected)
})

test('jitter is never early and at most 5 s', () => {
  const attempts = fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 })
  fc.assert(
    fc.property(
      attempts,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const earliest = nextAttempt({ attempt, failedAt, random: () => 0 })!.getTime()
        const late = nextAttempt({ attempt, failedAt, random: () => random })!.getTime() - earliest
        return late >= 0 && late <= 5_000
      },
    ),
  )
})

test.each([0, -1, 8, 1.5, Number.NaN])('attempt %p is an error of the caller', attempt => {
  expect(() => nextAttempt({ attempt, failedAt })).toThrow(RangeError)
})
