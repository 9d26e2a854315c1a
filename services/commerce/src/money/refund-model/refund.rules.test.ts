import { newId } from '@lms/contract'
import type { Order } from '../../objects/order.object.ts'
import { now, offer, orderOf, reasonOf } from '../../testing/baskets.ts'
import { receivedPayment } from '../payments/payment.rules.ts'
import { amountToRefund, consequencesOf, endsOrder, refundMove } from './refund.rules.ts'

const paidOrder = (fields: Partial<Order> = {}): Order => ({
  ...orderOf([offer({ amount: 100 })]),
  status: 'paid',
  paid_amount: 100,
  ...fields,
})
const paymentOf = (order: Order, fields: object = {}) =>
  receivedPayment(order, { id: newId('pay'), amount: 100, method: 'card', ...fields }, now)

test.each([
  [{}, 0, undefined, 100],
  [{}, 0, 100, 100],
  [{}, 0, 101, 'refund_above_payment'],
  [{ refunded_amount: 30 }, 0, undefined, 70],
  [{ refunded_amount: 30 }, 50, undefined, 20],
  [{ refunded_amount: 30 }, 50, 21, 'refund_above_payment'],
  [{ refunded_amount: 30 }, 70, undefined, 'payment_refunded'],
  [{ refunded_amount: 100 }, 0, 1, 'payment_refunded'],
  [{ status: 'pending' }, 0, undefined, 'payment_not_received'],
  [{ status: 'failed' }, 0, 1, 'payment_not_received'],
])('of a payment of 100 with %j and %i pending, %s wanted: %s', (fields, pending, requested, result) => {
  const order = paidOrder()
  let amount: number | undefined
  const reason = reasonOf(() => {
    const unavailable = { pending: { payment: pending, order: pending }, spent: 0 }
    amount = amountToRefund(order, paymentOf(order, fields), unavailable, requested)
  })
  expect(reason ?? amount).toBe(result)
})

test.each([
  ['paid', 100, 0, 100, true],
  ['paid', 100, 0, 99, false],
  ['paid', 100, 60, 40, true],
  ['paid', 150, 0, 100, false],
  ['paid', 0, 0, 0, true],
  ['waiting_payment', 100, 0, 100, false],
  ['canceled', 100, 0, 100, false],
] as const)(
  'a %s order, %i paid and %i refunded: a refund of %i ends it: %s',
  (status, paid, refunded, amount, ends) => {
    const order = paidOrder({ status, paid_amount: paid, refunded_amount: refunded })
    expect(endsOrder(order, amount)).toBe(ends)
    expect(consequencesOf(order, amount).order_status).toBe(ends ? 'refunded' : status)
  },
)

test('the accesses that end are named once each, and those of an order for others are none', () => {
  const course = { kind: 'course' as const, resource_id: newId('crs'), name: 'x', term_days: null }
  const call = { kind: 'other' as const, resource_id: null, name: 'y', term_days: null }
  const order = paidOrder()
  const items = [1, 2].map(() => ({ ...order.items[0]!, contents: [course, call] }))
  const access = [{ kind: 'course', resource_id: course.resource_id }]
  expect(consequencesOf({ ...order, items }, 100).access).toEqual(access)
  expect(consequencesOf({ ...order, items }, 99).access).toEqual([])
  expect(consequencesOf({ ...order, items, as_gift: true }, 100).access).toEqual([])
})

test.each([
  ['pending', null, 'succeeded', 'succeed'],
  ['pending', null, 'failed', 'fail'],
  ['pending', 're_1', 'pending', null],
  ['succeeded', 're_1', 'succeeded', null],
  ['succeeded', 're_1', 'failed', 'fail'],
  ['succeeded', 're_1', 'pending', null],
  // Of another refund, or of none that the provider knows.
  ['succeeded', 're_2', 'failed', null],
  ['succeeded', null, 'failed', null],
  ['failed', 're_1', 'succeeded', null],
  ['failed', 're_1', 'failed', null],
  // Given up without an answer.
  ['failed', null, 'succeeded', 'succeed'],
] as const)(
  'a %s refund with the reference %s, of which re_1 is told to be %s: %s',
  (status, own, reported, move) => {
    expect(refundMove({ status, provider_reference: own }, { status: reported, reference: 're_1' })).toBe(
      move,
    )
  },
)
