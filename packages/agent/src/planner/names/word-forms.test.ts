import { likeness } from './word-forms.ts'

test.each([
  ['мария', 'марии'],
  ['дмитрий', 'дмитрия'],
  ['орлов', 'орлова'],
  ['кузнецова', 'кузнецовой'],
  ['павел', 'павла'],
  ['петр', 'петра'],
  ['иван', 'иваном'],
  ['акварель', 'акварели'],
  ['основы', 'основам'],
  ['горячие', 'горячих'],
  ['фотография', 'фотографию'],
  ['наставничество', 'наставничества'],
])('%s and %s are forms of one word', (one, other) => {
  expect([likeness(one, other), likeness(other, one), likeness(one, one)]).toEqual([1, 1, 2])
})

test.each([
  ['иван', 'иванов'],
  ['анна', 'антон'],
  ['мария', 'марат'],
  ['ann', 'anna'],
  ['mark', 'marketing'],
  ['курс', 'курица'],
])('%s and %s are not', (one, other) => {
  expect([likeness(one, other, true), likeness(other, one, true)]).toEqual([0, 0])
})
