import { event } from '@lms/contract'
import { Order } from './order.object.ts'

const related = ['user_id'] as const
const withPayment = ['user_id', 'payment_id'] as const
const withRefund = ['user_id', 'payment_id', 'refund_id'] as const
export const orderCreated = event('order.created', { when: 'an order was created', object: Order, related })
export const orderUpdated = event('order.updated', {
  when: 'an order was changed',
  object: Order,
  related,
  changes: true,
})
export const orderPaid = event('order.paid', {
  when: 'an order was paid in full',
  object: Order,
  related: withPayment,
  changes: true,
  example: { status: 'paid', paid_at: '2026-11-21T09:30:00.000+00:00' },
})
export const orderPartPaid = event('order.part_paid', {
  when: 'a part of the amount of an order was received',
  object: Order,
  related: withPayment,
  changes: true,
  example: { paid_amount: 1000 },
})
export const orderCanceled = event('order.canceled', {
  when: 'an unpaid order was canceled',
  object: Order,
  related,
  changes: true,
  example: { status: 'canceled', canceled_at: '2026-11-21T09:30:00.000+00:00' },
})

export const orderExpired = event('order.expired', {
  when: 'the payment term of an unpaid order ended',
  object: Order,
  related,
  changes: true,
  example: { status: 'expired', expired_at: '2026-11-21T09:30:00.000+00:00' },
})
export const orderRefunded = event('order.refunded', {
  when: 'money of an order was returned; its state is refunded if all of it was',
  object: Order,
  related: withRefund,
  changes: true,
  example: {
    status: 'refunded',
    paid_amount: 4900,
    refunded_amount: 4900,
    refunded_at: '2026-11-21T09:30:00.000+00:00',
  },
})
