import { newNumber, readNumber } from './number.ts'

test.each([
  ['2345-6789-ABCD-EFGH', '2345-6789-ABCD-EFGH'],
  ['23456789abcdefgh', '2345-6789-ABCD-EFGH'],
  [' 2345 6789 ABCD-efgh ', '2345-6789-ABCD-EFGH'],
  ['2345-6789-ABCD-EFG', null],
  ['2345-6789-ABCD-EFG0', null],
  ['2345-6789-ABCD-EFGHJ', null],
  ['', null],
  ['…', null],
])('%j is read as %j', (text, number) => expect(readNumber(text)).toBe(number))

test('a new number is read as itself', () => {
  const number = newNumber()
  expect(readNumber(number.toLowerCase().replaceAll('-', ''))).toBe(number)
})
