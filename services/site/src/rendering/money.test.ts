import { moneyOf, periodOf } from './money.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [4900, 'EUR', 'en', '€49'],
  [4950, 'EUR', 'en', '€49.50'],
  [4900, 'EUR', 'de', '49 €'],
  [4900, 'JPY', 'en', '¥4,900'],
  [4900, 'KWD', 'en', 'KWD 4.900'],
  [4900, 'RUB', 'ru', '49 ₽'],
])('%i of %s in %s is %s', (amount, currency, language, text) =>
  expect(plain(moneyOf(amount, currency, language))).toBe(text),
)

test.each([
  [{ unit: 'month', count: 1 }, 'en', 'month'],
  [{ unit: 'month', count: 3 }, 'en', '3 months'],
  [{ unit: 'year', count: 1 }, 'de', 'Jahr'],
  [{ unit: 'day', count: 5 }, 'ru', '5 дней'],
] as const)('%j in %s is %s', (period, language, text) =>
  expect(plain(periodOf(period, language))).toBe(text),
)
