import fc from 'fast-check'
import { linesOf } from './lines.ts'

/** Every character is one wide. */
const lines = (text: string, width: number) => linesOf(text, width, 'regular', part => [...part].length)
const drawn = (text: string, width = 100) =>
  lines(text, width).map(({ runs }) => runs.map(({ text }) => text).join('|'))

// A run of Hebrew or Arabic stands here as it is given to the font, which turns it around.
test.each([
  ['left to right', 'Course 12', ['Course 12']],
  ['right to left, with mirrored brackets', 'שלום (עולם)', [')עולם(| |שלום']],
  ['a number in Hebrew', 'קורס 120 שח', ['שח| |120| |קורס']],
  ['Hebrew in English', 'see שלום עולם now', ['see |עולם| |שלום| now']],
  ['English in Hebrew', 'קורס Node JS חדש', ['חדש| |Node JS| |קורס']],
  ['punctuation alone in Hebrew', 'אב ?! גד', ['גד| |!?| |אב']],
  ['Persian digits, which the font would turn around', 'سال ۱۲۳', ['۳۲۱| |سال']],
  ['Hebrew beside Arabic', 'אב جد', ['جد| |אב']],
  ['Chinese beside Latin', 'A中文', ['A|中文']],
  ['letters after an override, which is not drawn', 'a\u202eb\u2069\u200fc', ['a|cb']],
])('the runs of %s stand from left to right', (_, text, runs) => {
  expect(drawn(text)).toEqual(runs)
})

test('a paragraph begins at the right if its first letter is read from right to left', () => {
  expect(lines('1. שלום\nab שלום', 100).map(({ rightToLeft }) => rightToLeft)).toEqual([true, false])
})

test.each([
  ['at spaces', 'one two three', 7, ['one two', 'three']],
  ['after a hyphen', 'well-known', 6, ['well-', 'known']],
  ['between Chinese characters', '中文课程', 3, ['中文课', '程']],
  ['within a word that is wider than a line', 'abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
  ['at an end of a line, also an empty one', 'a\n\nb', 9, ['a', '', 'b']],
  ['each line of Hebrew for itself', 'אב גד הו', 5, ['גד| |אב', 'הו']],
])('a text breaks %s', (_, text, width, expected) => {
  expect(drawn(text, width)).toEqual(expected)
})

test('lines keep every character, and none is wider than it may be', () => {
  const alphabet = [...'abc XYZ.,-!?1234567890йцуأبجد ﷲשלום ۱۲۳中文課한국어\n']
  const text = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 80 })
  const letters = (text: string) => [...text.replace(/\s/g, '')].sort().join('')
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (text, width) => {
      const wrapped = lines(text, width)
      for (const line of wrapped) expect(line.width).toBeLessThanOrEqual(width)
      const all = wrapped.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
      expect(letters(all)).toBe(letters(text))
    }),
  )
})
