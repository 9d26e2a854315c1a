import { directionOf, inLanguage, languages, wordsIn } from './words.ts'

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

const choices = [{ language: 'de' }, { language: 'pt-BR' }, { language: null }, { language: 'en' }]
test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt-BR', 'pt-BR'],
  ['PT', 'pt-BR'],
  ['en-GB', 'en'],
  ['fr', null],
])('of choices by language, %s gets the one for %s', (tag, language) =>
  expect(inLanguage(choices, tag)).toEqual({ language }),
)

test('without a choice for all others, another language gets none', () => {
  expect(inLanguage([{ language: 'de' }], 'fr')).toBeUndefined()
})
