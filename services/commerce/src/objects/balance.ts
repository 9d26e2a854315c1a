// The money of an order: what has been received and kept, and what is still due.

import { orderLifecycle } from './order.lifecycle.ts'
import type { Order } from './order.object.ts'

type Money = Pick<Order, 'status' | 'amount' | 'paid_amount' | 'refunded_amount'>

/** Whether the order can still be paid. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => orderLifecycle.allows(status, 'pay')

/** The money that the school has of this order. */
export const retainedOf = ({
  paid_amount,
  refunded_amount,
}: Pick<Money, 'paid_amount' | 'refunded_amount'>): number => paid_amount - refunded_amount

/** The free days with which an order begins. */
export const trialDaysOf = ({ items }: Pick<Order, 'items'>): number =>
  Math.max(0, ...items.map(({ trial_days }) => trial_days ?? 0))

/** Whether the payment term of an unpaid order is over, and none of its money is kept. */
export const isOverdue = (order: Money & Pick<Order, 'expires_at'>, now: string): boolean =>
  order.status === 'waiting_payment' &&
  order.expires_at !== null &&
  order.expires_at <= now &&
  retainedOf(order) === 0

/** What is still to be paid; nothing of an order that is paid or closed, also after a refund. */
export const dueOf = (order: Money): number =>
  isOpen(order) ? Math.max(0, order.amount - retainedOf(order)) : 0
