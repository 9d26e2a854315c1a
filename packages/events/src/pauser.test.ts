import { jest } from '@jest/globals'
import { pauser } from './pauser.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A pause of a minute, and whether it is over. */
function begin({ pause }: ReturnType<typeof pauser>) {
  const state = { over: false }
  void pause(60_000).then(() => {
    state.over = true
  })
  return state
}
const settle = () => jest.advanceTimersByTimeAsync(0)

test('a pause ends when its time is over, and not before', async () => {
  const pause = begin(pauser())
  await jest.advanceTimersByTimeAsync(59_999)
  expect(pause.over).toBe(false)
  await jest.advanceTimersByTimeAsync(1)
  expect(pause.over).toBe(true)
})

test('a wake ends the running pause, and leaves no timer behind', async () => {
  const one = pauser()
  const pause = begin(one)
  one.wake()
  await settle()
  expect(pause.over).toBe(true)
  expect(jest.getTimerCount()).toBe(0)
})

test('a wake before a pause ends the next one at once, and only that one', async () => {
  const one = pauser()
  one.wake()
  one.wake()
  const [first, second] = [begin(one), begin(one)]
  await settle()
  expect([first.over, second.over]).toEqual([true, false])
})

test.each([
  ['a wake', (one: ReturnType<typeof pauser>) => one.wake()],
  ['its time', () => void jest.advanceTimersByTime(60_000)],
])('a pause ended by %s does not shorten the next', async (_, end) => {
  const one = pauser()
  begin(one)
  end(one)
  await settle()
  const next = begin(one)
  await jest.advanceTimersByTimeAsync(59_999)
  expect(next.over).toBe(false)
})
