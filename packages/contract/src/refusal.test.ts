import { common, errorBody } from './refusal.ts'

const body = (details: { path: string; message: string }[], message = 'Correct it.') =>
  errorBody({ refusal: common.invalid_body, message, details }, '0'.repeat(32))
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('a refusal has at most fifty details', () => {
  const details = Array.from({ length: 60 }, (_, at) => ({ path: `body.${at}`, message: 'is wrong' }))
  expect(body(details).error.details).toEqual(details.slice(0, 50))
})

test.each([
  ['letters', 'x'],
  ['signs of three bytes', '€'],
  ['signs that JSON escapes', '\u0001'],
  ['emoji', '😀'],
])('a refusal is at most 16 KB, whatever its texts are: %s', (_, letter) => {
  const long = letter.repeat(100_000)
  const details = Array.from({ length: 60 }, () => ({ path: long, message: long }))
  const { error } = body(details, long)
  expect(bytes({ error })).toBeLessThan(16 * 1024)
  expect(error.details.length).toBeGreaterThan(0)
  expect(error.details[0]!.message).toMatch(/…$/)
  expect(JSON.stringify(error).isWellFormed()).toBe(true)
})
