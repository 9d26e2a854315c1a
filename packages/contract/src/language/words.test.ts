import { directionOf, languages, wordsIn } from './words.ts'

const wordOf = wordsIn({ en: 'Buy', de: 'Kaufen', es: 'Comprar', fr: 'Acheter', ru: 'Купить' })

test.each([
  ['de', 'Kaufen'],
  ['de-AT', 'Kaufen'],
  ['FR', 'Acheter'],
  ['ja', 'Buy'],
  ['constructor', 'Buy'],
])('the word in %s is %s', (tag, word) => expect(wordOf(tag)).toBe(word))

test('each language has its own word', () => {
  expect(new Set(languages.map(wordOf)).size).toBe(languages.length)
})

test.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['uz-Arab', 'rtl'],
  ['ru', 'ltr'],
])('%s is written %s', (tag, direction) => expect(directionOf(tag)).toBe(direction))
