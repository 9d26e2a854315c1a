import { newId } from '@lms/contract'
import fc from 'fast-check'
import { dueOf } from '../../objects/balance.ts'
import type { Order } from '../../objects/order.object.ts'
import { now, offer, orderOf, reasonOf } from '../../testing/baskets.ts'
import { amountDue, completingPayment } from './payment.rules.ts'

const orderWith = (fields: Partial<Order>): Order => ({ ...orderOf([offer({ amount: 100 })]), ...fields })

test.each([
  [{}, undefined, 100],
  [{}, 100, 100],
  [{}, 101, 'payment_above_due'],
  [{ paid_amount: 60 }, undefined, 40],
  [{ paid_amount: 60 }, 41, 'payment_above_due'],
  [{ paid_amount: 60, refunded_amount: 60 }, undefined, 100],
  [{ status: 'expired' as const }, undefined, 100],
  [{ status: 'paid' as const, paid_amount: 100 }, undefined, 'order_already_paid'],
  [{ status: 'paid' as const, paid_amount: 100, refunded_amount: 50 }, 50, 'order_already_paid'],
  [{ status: 'canceled' as const }, 1, 'order_canceled'],
  [{ status: 'refunded' as const }, 1, 'order_canceled'],
])('of an order of 100 with %j, %s wanted: %s', (fields, requested, result) => {
  let amount: number | undefined
  const reason = reasonOf(() => {
    amount = amountDue(orderWith(fields), requested)
  })
  expect(reason ?? amount).toBe(result)
})

test('what is due is never negative, and together with what is kept the amount of an open order', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (paid_amount, back) => {
      const refunded_amount = Math.min(back, paid_amount)
      const due = dueOf(orderWith({ paid_amount, refunded_amount }))
      expect(due).toBe(Math.max(0, 100 - paid_amount + refunded_amount))
    }),
  )
})

test('an order of nothing is completed by a payment of nothing', () => {
  const complete = (fields: Partial<Order>) => completingPayment(orderWith(fields), newId('pay'), now, now)
  expect(complete({ amount: 0 })).toMatchObject({ amount: 0, method: 'none', status: 'succeeded' })
  expect(complete({ paid_amount: 1 })).toMatchObject({ amount: 99, method: 'manual', paid_at: now })
})
