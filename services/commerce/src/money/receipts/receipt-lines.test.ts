import fc from 'fast-check'
import type { ReceiptLine } from '../../objects/receipt.object.ts'
import { sumOf } from '../amounts/money.ts'
import {
  correctedLines,
  linesOfOrder,
  partOfLines,
  sumOfLines,
  taxesOfLines,
  taxOfLines,
} from './receipt-lines.ts'

const vat = (basis_points: number, amount: number) => ({ name: 'VAT', basis_points, amount })
const line = (amount: number, tax: ReceiptLine['tax'] = null): ReceiptLine => ({
  name: 'Course',
  quantity: 1,
  amount,
  tax,
})
const parts = (lines: readonly ReceiptLine[]) => lines.map(({ amount, tax }) => [amount, tax?.amount ?? 0])

test('a line is an item after its discount, with the tax that is added to it', () => {
  const item = (amount: number, discount_amount: number, tax: object | null) =>
    ({ name: 'Course', quantity: 2, amount, discount_amount, tax }) as never
  const taxes = [
    { name: 'VAT', basis_points: 1000, included: true, amount: 9 },
    { name: 'GST', basis_points: 1000, included: false, amount: 9 },
  ]
  const items = [
    item(100, 10, { basis_points: 1000, included: true, amount: 8 }),
    item(100, 10, { basis_points: 1000, included: false, amount: 9 }),
    item(100, 0, null),
  ]
  expect(linesOfOrder({ items, taxes })).toMatchObject([
    { quantity: 2, amount: 90, tax: { name: 'VAT', amount: 8 } },
    { amount: 99, tax: { name: 'GST', amount: 9 } },
    { amount: 100, tax: null },
  ])
})

test.each([
  [
    'all of it',
    [line(60, vat(2000, 10)), line(40)],
    [],
    100,
    [
      [60, 10],
      [40, 0],
    ],
  ],
  [
    'a third, rounded',
    [line(60, vat(2000, 10)), line(40)],
    [],
    33,
    [
      [20, 3],
      [13, 0],
    ],
  ],
  [
    'the rest after a third',
    [line(60, vat(2000, 10)), line(40)],
    [33],
    67,
    [
      [40, 7],
      [27, 0],
    ],
  ],
  ['a free item, which has no line', [line(60), line(0)], [], 60, [[60, 0]]],
  [
    'more than the order',
    [line(60)],
    [],
    70,
    [
      [60, 0],
      [10, 0],
    ],
  ],
  ['the order a second time', [line(60)], [60], 60, [[60, 0]]],
] as const)('an amount pays %s', (_, lines, earlier, amount, expected) => {
  expect(parts(partOfLines(lines, earlier, amount))).toEqual(expected)
})

test('money beyond the order has a line of its own', () => {
  expect(partOfLines([line(60)], [], 70)[1]).toEqual({
    name: 'Overpayment',
    quantity: 1,
    amount: 10,
    tax: null,
  })
})

test('the receipts of any payments neither lose nor make a unit of a line or its tax', () => {
  const lines = fc.array(
    fc.record({ amount: fc.integer({ min: 0, max: 100_000 }), rate: fc.integer({ min: 0, max: 10_000 }) }),
    { minLength: 1, maxLength: 8 },
  )
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(lines, cuts, (drawnLines, cuts) => {
      const fullLines = drawnLines.map(({ amount, rate }, index) => ({
        ...correctedLines([
          { name: `${index}`, quantity: 1, amount, tax: { name: 'VAT', basis_points: rate } },
        ])[0]!,
      }))
      const total = sumOfLines(fullLines)
      const ends = [...cuts.map(cut => Math.floor(cut * total)), total].sort((one, other) => one - other)
      const amounts = ends.map((end, index) => end - (ends[index - 1] ?? 0))
      const receipts = amounts.map((amount, index) => partOfLines(fullLines, amounts.slice(0, index), amount))
      for (const [index, receipt] of receipts.entries()) {
        expect(sumOfLines(receipt)).toBe(amounts[index])
        for (const { amount, tax } of receipt) {
          expect(amount).toBeGreaterThan(0)
          expect(tax!.amount).toBeGreaterThanOrEqual(0)
          expect(tax!.amount).toBeLessThanOrEqual(amount)
        }
      }
      for (const { name, amount, tax } of fullLines) {
        const own = receipts.flat().filter(each => each.name === name)
        expect(sumOfLines(own)).toBe(amount)
        expect(taxOfLines(own)).toBe(amount === 0 ? 0 : tax!.amount)
      }
    }),
  )
})

test('the taxes of a receipt are summed by name and rate', () => {
  const lines = [line(110, vat(1000, 10)), line(120, vat(2000, 20)), line(220, vat(1000, 20)), line(5)]
  expect(taxesOfLines(lines)).toEqual([vat(1000, 30), vat(2000, 20)])
  expect(taxOfLines(lines)).toBe(sumOf([10, 20, 20]))
})
