import { isDrawable, withThaiMarks } from './drawable.ts'

test.each([
  ['Devanagari', 'प्रीति शर्मा', true],
  ['Bengali', 'শ্রীমতী ঠাকুর', true],
  ['Bengali with a third consonant below two others', 'রবীন্দ্রনাথ', false],
  ['Tamil', 'லெட்சுமி', true],
  ['Thai', 'น้ำผึ้ง', true],
  ['Khmer', 'ចាន់ដារ៉ា ខ្មែរ', true],
  ['Amharic', 'አበበ በቀለ', true],
  ['Arabic beside Latin', 'ليلى O’Neill-Müller', true],
  ['Korean and Chinese', '김민준 王芳', true],
  ['Tibetan', 'བསྟན་འཛིན', false],
  ['Sinhala', 'නිමල්', false],
])('a name in %s', (_, name, drawable) => {
  expect(isDrawable(name)).toBe(drawable)
})

test('the circle of a sara am stands below the tone mark', () => {
  expect(withThaiMarks('น้ำ กำ')).toBe('นํ้า กำ')
})
