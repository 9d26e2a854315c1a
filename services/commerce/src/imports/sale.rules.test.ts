import { newId } from '@lms/contract'
import { pastOrderOf } from './sale.rules.ts'

const now = '2026-11-21T09:30:00.000+00:00'
const at = '2024-05-06T00:00:00.000+00:00'
const later = '2024-06-01T00:00:00.000+00:00'
const [user_id, offer_id] = [newId('usr'), newId('off')]

type Fields = Parameters<typeof pastOrderOf>[0]
const read = (fields: Partial<Fields>) => {
  const warnings: string[] = []
  const sale: Fields = {
    ...{ user_id, offer_id, number: '1042', amount: 49.9, currency: null, status: null },
    ...{ refunded_amount: null, ordered_at: null, paid_at: at, refunded_at: null, ...fields },
  }
  return { order: pastOrderOf(sale, 'EUR', now, field => void warnings.push(field)), warnings }
}

test.each([
  ['of the currency of the offer', {}, { amount: 4990, currency: 'EUR', refunded_amount: 0, ordered_at: at }],
  ['without decimals', { currency: 'jpy', amount: 4900 }, { amount: 4900, currency: 'JPY' }],
  ['with three decimals', { currency: 'KWD', amount: 1.234 }, { amount: 1234 }],
  ['ordered before it was paid', { paid_at: later, ordered_at: at }, { ordered_at: at, paid_at: later }],
  ['with the time of the order alone', { paid_at: null, ordered_at: at }, { paid_at: at }],
  ['completed', { status: 'Completed' }, { refunded_amount: 0 }],
  ['refunded', { status: 'Refunded' }, { refunded_amount: 4990, refunded_at: at }],
  ['refunded later', { status: 'refunded', refunded_at: later }, { refunded_at: later }],
  ['refunded in part', { status: 'partially_refunded', refunded_amount: 10 }, { refunded_amount: 1000 }],
  ['with a refund, without a state', { refunded_amount: 49.9 }, { refunded_amount: 4990 }],
  ['of nothing', { amount: 0 }, { amount: 0, refunded_amount: 0 }],
])('an order %s', (_, fields, expected) => {
  const { order, warnings } = read(fields)
  expect(order).toMatchObject(expected)
  expect(warnings).toEqual([])
})

test.each([
  ['in another state', { status: 'pending' }, 'order_status'],
  ['without an amount', { amount: null }, 'order_amount'],
  ['with too large an amount', { amount: 1e12 }, 'order_amount'],
  ['in no currency', { currency: 'euros' }, 'order_currency'],
  ['without a time', { paid_at: null }, 'order_paid_at'],
  ['of the future', { paid_at: '2027-01-01T00:00:00.000+00:00' }, 'order_paid_at'],
])('one %s is left out, with a word', (_, fields, field) => {
  expect(read(fields)).toEqual({ order: null, warnings: [field] })
})

test('more than was paid is not returned, and a part needs its amount', () => {
  expect(read({ refunded_amount: 60 })).toMatchObject({
    order: { refunded_amount: 4990 },
    warnings: ['order_refunded_amount'],
  })
  expect(read({ status: 'partial refund' })).toMatchObject({
    order: { refunded_amount: 0 },
    warnings: ['order_refunded_amount'],
  })
})

test('the number and the offer say which order it is; without a number what else is known', () => {
  const keyOf = (fields: Partial<Fields>) => read(fields).order?.key
  expect(keyOf({ amount: 10 })).toBe(keyOf({ paid_at: later }))
  expect(keyOf({ offer_id: newId('off') })).not.toBe(keyOf({}))
  expect(keyOf({ number: null })).toBe(keyOf({ number: null }))
  expect(keyOf({ number: null, amount: 10 })).not.toBe(keyOf({ number: null }))
})
