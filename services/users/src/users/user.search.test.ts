import { needlesOf, patternOf, searchText } from './user.search.ts'

const ann = { first_name: 'Änne', last_name: 'van Lee', email: 'Ann@School.org', phone: '+491711234567' }
const finds = (search: string) => needlesOf(search).every(needle => searchText(ann).includes(needle))

test.each([
  ['änne', true],
  ['A\u0308NNE', true],
  ['nne', true],
  ['school.org', true],
  ['lee änne', true],
  ['lee bob', false],
  ['va', true],
  ['le', true],
  ['ee', false],
  ['+49 171 123-45 67', true],
  ['0171 1234567', true],
  ['0049 171 1234567', true],
  ['0172 1234567', false],
  ['71123', true],
])('%j finds her: %s', (search, found) => {
  expect(finds(search)).toBe(found)
})

test('a person without contact or name has an empty text', () => {
  expect(searchText({ first_name: '', last_name: '', email: null, phone: null })).toBe('')
})

test('the signs of a pattern stand for themselves', () => {
  expect(patternOf('50%_\\')).toBe('%50\\%\\_\\\\%')
})

test('no search is without a needle, and none has very many', () => {
  expect(needlesOf('a b c d e f g')).toHaveLength(5)
  expect(needlesOf('00000')).toEqual([])
})
