import { codeAlphabet, randomCode } from './random-code.ts'

test('a code has the wanted length, and only characters that are easy to tell apart', () => {
  expect(randomCode(16)).toMatch(/^[2-9A-HJKMNP-TV-Z]{16}$/)
  expect(randomCode(0)).toBe('')
})

test('every character of the alphabet occurs', () => {
  expect(new Set(randomCode(10_000))).toEqual(new Set(codeAlphabet))
})
