import { backOff } from './backoff.ts'

describe('back-off', () => {
  const waits = (random: number, count: number) => {
    const { next } = backOff(() => random)
    return Array.from({ length: count }, () => next(0))
  }

  test('waits double from a quarter of a second to half a minute', () => {
    expect(waits(1, 9)).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  test('jitter takes up to half of the wait', () => {
    expect(waits(0, 3)).toEqual([125, 250, 500])
  })

  test('a part that has lived ten seconds starts again with the first wait', () => {
    const { next } = backOff(() => 1)
    next(0)
    next(9_999)
    expect(next(10_000)).toBe(250)
  })

  test('it never overflows, however many faults there are', () => {
    expect(waits(1, 5000).at(-1)).toBe(30_000)
  })
})
