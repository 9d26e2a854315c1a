export { decimalsOf } from './currency.ts'
export { countriesIn, dayOf, minuteOf, moneyOf, type Period, percentOf, periodOf } from './formats.ts'
export { directionOf, inLanguage, type Language, languages, wordsIn } from './words.ts'
