import { moneyOf } from './bill.ts'

test.each([
  [4900, 'EUR', '€49.00'],
  [4900, 'JPY', '¥4,900'],
  [4900, 'KWD', 'KWD 4.900'],
  [1_000_000_000_000, 'USD', '$10,000,000,000.00'],
])('%i of %s is %s', (amount, currency, text) =>
  expect(moneyOf(amount, currency).replace(/\s/g, ' ')).toBe(text),
)
