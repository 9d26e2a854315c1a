import { amount, currency, event, id, oneOf, stamps, timestamp } from '@lms/contract'
import { z } from 'zod'
import { paymentLifecycle } from './payment.lifecycle.ts'

export const Payment = z.object({
  id: id('pay'),
  order_id: id('ord'),
  user_id: id('usr'),
  status: oneOf(paymentLifecycle.states),
  method: oneOf(['manual']).describe('The method of the payment: marked as paid manually.'),
  amount: amount(),
  currency: currency(),
  paid_at: timestamp(),
  ...stamps,
})
export type Payment = z.infer<typeof Payment>

export const paymentSucceeded = event('payment.succeeded', {
  when: 'money was received',
  object: Payment,
  related: ['order_id', 'user_id', 'payment_id'],
})
