import { newId } from '@lms/contract'
import type { Order } from '../../objects/order.object.ts'
import type { Payment } from '../../objects/payment.object.ts'
import type { Receipt } from '../../objects/receipt.object.ts'
import { now, offer, orderOf, reasonOf } from '../../testing/baskets.ts'
import type { Refund } from '../refund-model/refund.contract.ts'
import {
  type Correction,
  correctionOf,
  hasReceipt,
  receiptOfPayment,
  receiptOfRefund,
} from './receipt.rules.ts'
import { documentOf } from './receipt-pdf.ts'

const order = orderOf([
  offer({ name: 'Course', amount: 6000 }),
  offer({ name: 'Book', amount: 4000 }),
]) as Order
const payment = (amount: number) =>
  ({ id: newId('pay'), order_id: order.id, user_id: order.user_id, currency: 'EUR', amount }) as Payment
const issued = (receipt: Receipt, number = 1): Receipt => ({
  ...receipt,
  status: 'issued',
  number,
  issued_at: now,
  seller: { name: 'School', address: null, tax_id: 'DE 12', country: 'DE' },
})
const ofPayment = (amount = 10_000, earlier: number[] = []) =>
  receiptOfPayment(newId('rcp'), { order, payment: payment(amount), earlier }, now)
const correct = (original: Receipt, all: readonly Receipt[], fields: Partial<Correction> = {}) =>
  correctionOf(newId('rcp'), original, { reason: 'Wrong tax', ...fields, ofPayment: all }, now)
const refunded = (all: readonly Receipt[], amount: number) =>
  receiptOfRefund(newId('rcp'), { id: newId('ref'), amount, excess_amount: 0 } as Refund, all, now)
const amounts = ({ lines }: Receipt) => lines.map(({ name, amount }) => [name, amount])
const halves = [
  { name: 'Course and book', quantity: 1, amount: 5000, tax: { name: 'VAT', basis_points: 1000 } },
  { name: 'Support', quantity: 1, amount: 5000, tax: null },
]

test.each([
  ['card', 100, true],
  ['manual', 100, true],
  ['none', 0, false],
  ['certificate', 100, false],
] as const)('a payment by %s of %i has a receipt: %s', (method, amount, expected) => {
  expect(hasReceipt({ method, amount })).toBe(expected)
})

test('the receipt of a part has its share of each item', () => {
  expect(ofPayment(1000)).toMatchObject({ kind: 'payment', status: 'pending', number: null, amount: 1000 })
  expect(amounts(ofPayment(1000))).toEqual([
    ['Course', 600],
    ['Book', 400],
  ])
  expect(amounts(ofPayment(9000, [1000]))).toEqual([
    ['Course', 5400],
    ['Book', 3600],
  ])
})

test('the receipt of a refund has the lines of the last issued correction, less earlier refunds', () => {
  const original = issued(ofPayment())
  const first = { ...refunded([original], 1000) }
  expect(first).toMatchObject({ kind: 'refund', original_id: original.id, amount: 1000 })
  expect(amounts(first)).toEqual([
    ['Course', 600],
    ['Book', 400],
  ])
  const correction = correct(original, [original, first], { lines: halves })
  expect(amounts(refunded([original, first, correction], 9000))).toEqual([
    ['Course', 5400],
    ['Book', 3600],
  ])
  const rest = refunded([original, first, issued(correction)], 9000)
  expect(amounts(rest)).toEqual([
    ['Course and book', 4500],
    ['Support', 4500],
  ])
})

describe('a correction', () => {
  const original = issued(ofPayment())

  test('has the given lines with their taxes, or else the present ones', () => {
    const correction = correct(original, [original], { lines: halves })
    expect(correction).toMatchObject({
      kind: 'correction',
      original_id: original.id,
      amount: 10_000,
      tax_amount: 455,
      reason: 'Wrong tax',
      lines: [{ tax: { name: 'VAT', basis_points: 1000, amount: 455 } }, { tax: null }],
    })
    expect(correct(original, [original]).lines).toEqual(original.lines)
    expect(correct(original, [original, issued(correction)]).lines).toEqual(correction.lines)
  })

  const open = correct(original, [original])
  test.each<[string, () => unknown, string | null]>([
    ['of a refund', () => correct(issued(refunded([original], 1)), [original]), 'receipt_unknown'],
    ['of a correction', () => correct(issued(open), [original]), 'receipt_unknown'],
    ['of a failed receipt', () => correct({ ...original, status: 'failed' }, [original]), 'receipt_failed'],
    ['of a pending receipt', () => correct(ofPayment(), []), null],
    ['beside a pending one', () => correct(original, [original, open]), 'correction_open'],
    [
      'beside a failed one',
      () => correct(original, [original, { ...open, status: 'failed' }]),
      'correction_open',
    ],
    ['after an issued one', () => correct(original, [original, issued(open)]), null],
    ['of another sum', () => correct(original, [original], { lines: halves.slice(1) }), 'lines_unbalanced'],
  ])('%s is refused with %s', (_, make, reason) => expect(reasonOf(make)).toBe(reason))
})

/** The document of a correction, with usual spaces. */
function correctionIn(language: string) {
  const original = issued(ofPayment())
  const correction = { ...issued(correct(original, [original], { lines: halves }), 7), language }
  const fiscal = { number: 'F-1', sign: 'abc', issued_at: now, url: 'https://tax.example/1' }
  const document = documentOf({ ...correction, fiscal }, 1)
  const rows = document.blocks.flatMap(block => (block.kind === 'table' ? block.rows : []))
  const plain = rows.map(row => row.map(text => text.replace(/\u00a0/g, ' ')))
  return { ...document, rows: plain, payment_id: correction.payment_id }
}

test('a document has the facts, lines, taxes and sums of its receipt', () => {
  const { title, author, created_at, rows, payment_id } = correctionIn('en')
  expect([title, author, created_at]).toEqual(['Correction receipt No. 7', 'School', now])
  expect(rows).toEqual([
    ['Date', 'May 1, 2026 at 10:00 AM UTC'],
    ['Corrects receipt', 'No. 1'],
    ['Reason', 'Wrong tax'],
    ['Order', '1'],
    ['Payment', payment_id],
    ['Seller', 'School'],
    ['Tax number', 'DE 12'],
    ['Country', 'DE'],
    ['Course and book', '1', 'VAT 10%', 'EUR 50.00'],
    ['Support', '1', '', 'EUR 50.00'],
    ['Including VAT 10%', 'EUR 4.55'],
    ['Total', 'EUR 100.00'],
    ['Fiscal number', 'F-1'],
    ['Fiscal sign', 'abc'],
    ['Registered', 'May 1, 2026 at 10:00 AM UTC'],
    ['Verify at', 'https://tax.example/1'],
  ])
})

test('a document is in the language of its receipt', () => {
  const { title, language, direction, rows } = correctionIn('de')
  expect([title, language, direction]).toEqual(['Korrekturbeleg Nr. 7', 'de', 'ltr'])
  expect(rows).toContainEqual(['Datum', '1. Mai 2026 um 10:00 UTC'])
  expect(rows).toContainEqual(['Gesamtbetrag', '100,00 EUR'])
  expect(correctionIn('he')).toMatchObject({ language: 'he', direction: 'rtl' })
})
