import { countryCodes } from '../field-types.ts'
import { countriesIn, dayOf, minuteOf, moneyOf, percentOf, periodOf } from './formats.ts'

/** Spaces of all kinds as one, and without the marks of direction. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')

test.each([
  [4900, 'EUR', 'en', '€49.00'],
  [-4950, 'EUR', 'de', '-49,50 €'],
  [4900, 'JPY', 'en', '¥4,900'],
  [4900, 'KWD', 'en', 'KWD 4.900'],
  [0, 'KRW', 'en', '₩0'],
  [4900, 'RUB', 'ru', '49,00 ₽'],
  [4900, 'ILS', 'he', '49.00 ₪'],
  [123_450, 'EGP', 'ar-EG', '١٬٢٣٤٫٥٠ ج.م.'],
  [1_000_000_000_000, 'USD', 'en', '$10,000,000,000.00'],
  // The minor unit is that of ISO 4217, also where nobody pays with it.
  [490_000, 'HUF', 'hu', '4900,00 Ft'],
  [1_234_500, 'IQD', 'en', 'IQD 1,234.500'],
  [12_345, 'CLF', 'en', 'CLF 1.2345'],
])('%i of %s in %s is %s', (amount, currency, language, text) =>
  expect(plain(moneyOf(amount, currency, language))).toBe(text),
)

test.each([
  [4900, 'EUR', 'en', 'short', '€49'],
  [4950, 'EUR', 'en', 'short', '€49.50'],
  [4900, 'EUR', 'de', 'short', '49 €'],
  [4900, 'USD', 'en', 'code', 'USD 49.00'],
  [4900, 'USD', 'fr', 'code', '49,00 USD'],
] as const)('%i of %s in %s, %s, is %s', (amount, currency, language, form, text) =>
  expect(plain(moneyOf(amount, currency, language, form))).toBe(text),
)

test.each([
  [{ unit: 'month', count: 1 }, 'en', 'month'],
  [{ unit: 'month', count: 3 }, 'en', '3 months'],
  [{ unit: 'year', count: 1 }, 'de', 'Jahr'],
  [{ unit: 'day', count: 5 }, 'ru', '5 дней'],
] as const)('%j in %s is %s', (period, language, text) =>
  expect(plain(periodOf(period, language))).toBe(text),
)

test.each([
  [1900, 'en', '19%'],
  [750, 'de', '7,5 %'],
] as const)('%i basis points in %s are %s', (points, language, text) =>
  expect(plain(percentOf(points, language))).toBe(text),
)

test('a time has its day and minute in UTC', () => {
  const time = '2026-11-21T23:30:00.000+00:00'
  expect(plain(dayOf(time, 'de'))).toBe('21. November 2026')
  expect(plain(minuteOf(time, 'en'))).toBe('November 21, 2026 at 11:30 PM UTC')
  expect(plain(minuteOf(time, 'de'))).toBe('21. November 2026 um 23:30 UTC')
})

test('countries have names, and stand in the order of a language', () => {
  const german = countriesIn('de')
  expect(german.map(({ code }) => code).sort()).toEqual([...countryCodes].sort())
  const positionOf = (code: string) => german.findIndex(country => country.code === code)
  expect(german[positionOf('AT')]).toEqual({ code: 'AT', name: 'Österreich' })
  expect(positionOf('AT')).toBeGreaterThan(positionOf('NZ'))
  expect(positionOf('AT')).toBeLessThan(positionOf('PL'))
})
