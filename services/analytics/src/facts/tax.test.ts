import { taxIn } from './tax.ts'

const item = (amount: number, tax: { included: boolean; amount: number } | null, discount_amount = 0) => ({
  ...{ offer_id: 'off_1', amount, discount_amount, tax },
})

test.each([
  ['no tax', 1000, [item(1000, null)], 0],
  ['a tax that is added', 1190, [item(1000, { included: false, amount: 190 })], 190],
  ['a tax in the price', 1190, [item(1190, { included: true, amount: 190 })], 190],
  ['a discount', 595, [item(1190, { included: true, amount: 95 }, 595)], 95],
  ['half of the money', 595, [item(1190, { included: true, amount: 190 })], 95],
  ['two items of one offer', 300, [item(200, null), item(100, { included: true, amount: 20 })], 20],
  ['nothing to pay', 0, [item(100, { included: true, amount: 0 }, 100)], 0],
  ['another offer', 500, [{ ...item(500, { included: true, amount: 80 }), offer_id: 'off_2' }], 0],
])('the tax in %s', (_, part, items, tax) => expect(taxIn(part, 'off_1', items)).toBe(tax))
