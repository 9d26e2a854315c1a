// Pure decisions about payments: no clock, database or request.
import { type Caller, type Id, Refused, stampsAt, stateAfter } from '@lms/contract'
import { dueOf } from '../../objects/balance.ts'
import type { Order } from '../../objects/order.object.ts'
import type { Payment } from '../../objects/payment.object.ts'
import { orderMoves } from '../../sales/order-model/order.rules.ts'
import { refusals } from './payment.contract.ts'
import type { PaymentRow } from './payment.store.ts'

/** A payment as a student sees it: without what is between the school and its provider, and the notes of staff. */
export const paymentFor = <P extends Payment>(payment: P, { role }: Pick<Caller, 'role'>): P =>
  role === 'student' ? { ...payment, fee_amount: null, comment: '' } : payment

export type NewPayment = Omit<PaymentRow, 'school_id'>
type PaymentFields = Pick<NewPayment, 'id' | 'amount' | 'method'> & Partial<NewPayment>

/** A payment of an order that has been received. */
export const receivedPayment = (order: Order, fields: PaymentFields, now: string): NewPayment => ({
  ...blankPayment(order, now),
  status: 'succeeded',
  ...fields,
})

/** A payment of an order whose outcome is not known yet. */
export const pendingPayment = (order: Order, fields: PaymentFields, now: string): NewPayment => ({
  ...blankPayment(order, now),
  ...fields,
})

const blankPayment = (order: Order, now: string) => ({
  order_id: order.id,
  user_id: order.user_id,
  subscription_id: order.subscription_id,
  provider_id: null,
  status: 'pending' as const,
  currency: order.currency,
  refunded_amount: 0,
  fee_amount: null,
  provider_reference: null,
  failure: null,
  dispute: null,
  test: order.test,
  comment: '',
  redirect_url: null,
  payment_method_id: null,
  dispute_refund_id: null,
  paid_at: null,
  ...stampsAt(now),
})

/** The payment that completes an order which is marked as paid: of all that is still due. */
export function completingPayment(order: Order, id: Id<'pay'>, paid_at: string, now: string): NewPayment {
  const amount = amountDue(order)
  return receivedPayment(order, { id, amount, method: amount > 0 ? 'manual' : 'none', paid_at }, now)
}

/** The wanted amount, or all that is still due. Refuses more than is due, and an order that is paid or closed. */
export function amountDue(order: Order, requested?: number): number {
  stateAfter(orderMoves, order.status, ['pay'])
  const due = dueOf(order)
  if (requested !== undefined && requested > due)
    throw new Refused(refusals.payment_above_due, undefined, {
      details: [
        { path: 'body.amount', message: `must be at most ${due}, in the minor unit of ${order.currency}` },
      ],
    })
  return requested ?? due
}
