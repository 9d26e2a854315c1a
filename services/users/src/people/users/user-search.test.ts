import { asBeginning, asInside, needlesOf, searchText } from './user-search.ts'

const ann = {
  first_name: 'Änne-Marie',
  last_name: "van  O'Lee",
  email: 'Ann.Lee@School.org',
  phone: '+491711234567',
}
const text = searchText(ann)
const byWords = (search: string) => needlesOf(search).every(needle => text.includes(asBeginning(needle)))
const byInsides = (search: string) => needlesOf(search).every(needle => text.includes(asInside(needle)))

test.each([
  ['änne', true],
  ['A\u0308NNE', true],
  ['ＭＡＲＩＥ', true],
  ['änne-m', true],
  ['nne', false],
  ["o'l", true],
  ['va le', true],
  ['va bob', false],
  ['school.org', true],
  ['lee@sch', true],
  ['ann.lee@school.org', true],
  ['@school', false],
  ['chool', false],
  ['ee', false],
  ['+49 171 123-45 67', true],
  ['0171 1234567', true],
  ['0049 171 1234567', true],
  ['1711', true],
  ['+491', true],
  ['0172 1234567', false],
  ['71123', false],
])('%j is how her words begin: %s', (search, expected) => {
  expect(byWords(search)).toBe(expected)
})

test.each([
  ['nne', true],
  ['@school', true],
  ['chool änne', true],
  ['71123', true],
  ['ee', false],
  ['xchool', false],
])('%j stands inside of her text: %s', (search, expected) => {
  expect(byInsides(search)).toBe(expected)
})

test('every beginning of a word occurs once, after one space', () => {
  expect(text).toBe(
    " änne-marie marie van o'lee lee ann.lee@school.org lee@school.org school.org org 491711234567 1711234567",
  )
  expect(searchText({ first_name: ' (a\t b) ', last_name: '--', email: null, phone: null })).toBe(
    ' (a a b) --',
  )
  expect(searchText({ first_name: '', last_name: '', email: null, phone: null })).toBe('')
})

test.each([
  ['+14155552671', '4155552671'],
  ['+79161234567', '9161234567'],
  ['+442079460958', '2079460958'],
  ['+3531234567', '1234567'],
  ['+9981234567', '1234567'],
])('%s has the national number %s', (phone, national) => {
  expect(searchText({ first_name: '', last_name: '', email: null, phone })).toBe(
    ` ${phone.slice(1)} ${national}`,
  )
})

test('a word has a maximum length in the text and in the search', () => {
  const long = '㍿'.repeat(100)
  const [needle] = needlesOf(long)
  expect([...needle!]).toHaveLength(254)
  expect(searchText({ first_name: long, last_name: '', email: null, phone: null })).toContain(` ${needle}`)
})

test('no search is without a term, and none has very many', () => {
  expect(needlesOf('a b c d e f g')).toHaveLength(5)
  expect(needlesOf('ann Ann')).toEqual(['ann'])
  expect(needlesOf('00000')).toEqual([])
})
