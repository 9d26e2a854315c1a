// Pure decisions about refunds: no clock, database or request.
import { type Id, Refused, stampsAt } from '@lms/contract'
import { keptOf } from '../../objects/balance.ts'
import type { Order } from '../../objects/order.object.ts'
import type { Payment } from '../../objects/payment.object.ts'
import { type Refund, type RefundConsequences, refusals } from './refund.contract.ts'

/** What of an order's money cannot be returned, or returned again. */
export interface Unavailable {
  /** The sums of the refunds that are under way: of the payment, and of its order. */
  pending: { payment: number; order: number }
  /** The money of the order that has paid for something else. */
  spent: number
}

/**
 * The wanted amount, or all that is left of a payment. A payment of 0 can be refunded once: that ends what its order gave.
 */
export function amountToRefund(
  order: Order,
  payment: Payment,
  { pending, spent }: Unavailable,
  wanted: number | undefined,
): number {
  if (payment.status !== 'succeeded') throw new Refused(refusals.payment_not_received)
  if (payment.dispute === 'open') throw new Refused(refusals.payment_disputed)
  const ofPayment = Math.max(0, leftOf(payment) - pending.payment)
  const endsFreeOrder = order.status === 'paid' && order.paid_amount === 0
  if (ofPayment === 0 && !endsFreeOrder) throw new Refused(refusals.payment_refunded)
  const left =
    spent === 0 ? ofPayment : Math.max(0, Math.min(ofPayment, keptOf(order) - pending.order - spent))
  if (left === 0 && !endsFreeOrder) throw new Refused(refusals.payment_credited)
  if (wanted !== undefined && wanted > left)
    throw new Refused(refusals.refund_above_payment, undefined, {
      details: [
        { path: 'body.amount', message: `must be at most ${left}, in the minor unit of ${payment.currency}` },
      ],
    })
  return wanted ?? left
}

/** The money of a payment that is not returned yet. */
export const leftOf = ({ amount, refunded_amount }: Pick<Payment, 'amount' | 'refunded_amount'>): number =>
  amount - refunded_amount

/** The part of a refund that its payment and order lose: all but what was returned twice. */
export const countedOf = ({ amount, excess_amount }: Pick<Refund, 'amount' | 'excess_amount'>): number =>
  amount - excess_amount

/** Whether a refund of this amount returns the last of the money of a paid order, which ends what the order gave. */
export const endsOrder = (order: Order, amount: number): boolean =>
  order.status === 'paid' && keptOf(order) === amount

/** What follows from a refund for the order itself. */
export function consequencesOf(order: Order, amount: number): RefundConsequences {
  const whole = endsOrder(order, amount)
  return {
    order_status: whole ? 'refunded' : order.status,
    access: whole && !order.as_gift ? accessOf(order) : [],
    receipt: null,
    accruals: [],
    subscription: null,
    subscriptions: [],
    credits: [],
    gifts: [],
  }
}

/** The accesses and places that an order gives, each once. */
export function accessOf({ items }: Pick<Order, 'items'>): RefundConsequences['access'] {
  const given = items.flatMap(({ contents }) =>
    contents.flatMap(({ kind, resource_id }) => (resource_id ? [{ kind, resource_id }] : [])),
  )
  return [...new Map(given.map(each => [each.resource_id, each])).values()]
}

/** A refund whose money is not returned yet. */
export const newRefund = (
  order: Order,
  payment: Payment,
  { id, amount, reason }: { id: Id<'ref'>; amount: number; reason: string },
  now: string,
): Refund => ({
  id,
  payment_id: payment.id,
  order_id: order.id,
  user_id: order.user_id,
  amount,
  excess_amount: 0,
  currency: payment.currency,
  status: 'pending',
  reason,
  provider_reference: null,
  failure: null,
  test: payment.test,
  consequences: consequencesOf(order, amount),
  refunded_at: null,
  ...stampsAt(now),
})

/**
 * The move of a refund when an outcome arrives, in any order and any number of times; null for none. The failure that a
 * provider has told is the end of a refund, also after its success. One without a reference was given up, and may have
 * been carried out all the same.
 */
export function refundMove(
  { status, provider_reference }: Pick<Refund, 'status' | 'provider_reference'>,
  outcome: { readonly status: Refund['status']; readonly reference: string | null },
): 'succeed' | 'fail' | null {
  const told = provider_reference !== null && provider_reference === outcome.reference
  if (outcome.status === 'succeeded')
    return status === 'pending' || (status === 'failed' && !told) ? 'succeed' : null
  if (outcome.status === 'pending') return null
  return status === 'pending' || (status === 'succeeded' && told) ? 'fail' : null
}
