import { formatMoney } from './format.ts'

test.each([
  [123_450, 'EUR', '1,234.50 EUR'],
  [5, 'EUR', '0.05 EUR'],
  [0, 'USD', '0.00 USD'],
  [1_000_000_000_000, 'USD', '10,000,000,000.00 USD'],
  [1235, 'JPY', '1,235 JPY'],
  [0, 'KRW', '0 KRW'],
  [1_234_500, 'KWD', '1,234.500 KWD'],
  [7, 'IQD', '0.007 IQD'],
  [12_345, 'CLF', '1.2345 CLF'],
])('%i of %s is %s', (amount, currency, text) => expect(formatMoney(amount, currency)).toBe(text))
