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

test('a pause is over when its time is, and not before', async () => {
  const pause = begin(pauser())
  await jest.advanceTimersByTimeAsync(59_999)
  expect(pause.over).toBe(false)
  await jest.advanceTimersByTimeAsync(1)
  expect(pause.over).toBe(true)
})

test('a wake ends the pause under way, and leaves no timer behind', async () => {
  const one = pauser()
  const pause = begin(one)
  one.wake()
  await settle()
  expect(pause.over).toBe(true)
  expect(jest.getTimerCount()).toBe(0)
})

test('a wake that comes before ends the next pause at once, and that one alone', async () => {
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
])('a pause that %s has ended does not shorten the next', async (_, end) => {
  const one = pauser()
  begin(one)
  end(one)
  await settle()
  const next = begin(one)
  await jest.advanceTimersByTimeAsync(59_999)
  expect(next.over).toBe(false)
})
