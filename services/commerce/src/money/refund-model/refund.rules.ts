// Pure decisions about refunds: no clock, database or request.
import { type Id, Refused, stampsAt } from '@lms/contract'
import { retainedOf } from '../../objects/balance.ts'
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
  requested: number | undefined,
): number {
  if (payment.status !== 'succeeded') throw new Refused(refusals.payment_not_received)
  if (payment.dispute === 'open') throw new Refused(refusals.payment_disputed)
  const ofPayment = Math.max(0, refundableOf(payment) - pending.payment)
  const endsFreeOrder = order.status === 'paid' && order.paid_amount === 0
  if (ofPayment === 0 && !endsFreeOrder) throw new Refused(refusals.payment_refunded)
  const remaining =
    spent === 0 ? ofPayment : Math.max(0, Math.min(ofPayment, retainedOf(order) - pending.order - spent))
  if (remaining === 0 && !endsFreeOrder) throw new Refused(refusals.payment_credited)
  if (requested !== undefined && requested > remaining)
    throw new Refused(refusals.refund_above_payment, undefined, {
      details: [
        {
          path: 'body.amount',
          message: `must be at most ${remaining}, in the minor unit of ${payment.currency}`,
        },
      ],
    })
  return requested ?? remaining
}

/** The money of a payment that is not returned yet. */
export const refundableOf = ({
  amount,
  refunded_amount,
}: Pick<Payment, 'amount' | 'refunded_amount'>): number => amount - refunded_amount

/** The part of a refund that its payment and order lose: all but what was returned twice. */
export const countedOf = ({ amount, excess_amount }: Pick<Refund, 'amount' | 'excess_amount'>): number =>
  amount - excess_amount

/** Whether a refund of this amount returns the last of the money of a paid order, which ends what the order gave. */
export const endsOrder = (order: Order, amount: number): boolean =>
  order.status === 'paid' && retainedOf(order) === amount

/** What follows from a refund for the order itself. */
export function consequencesOf(order: Order, amount: number): RefundConsequences {
  const isFull = endsOrder(order, amount)
  return {
    order_status: isFull ? 'refunded' : order.status,
    access: isFull && !order.as_gift ? accessOf(order) : [],
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
  const grants = items.flatMap(({ contents }) =>
    contents.flatMap(({ kind, resource_id }) => (resource_id ? [{ kind, resource_id }] : [])),
  )
  return [...new Map(grants.map(each => [each.resource_id, each])).values()]
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
  const isReported = provider_reference !== null && provider_reference === outcome.reference
  if (outcome.status === 'succeeded')
    return status === 'pending' || (status === 'failed' && !isReported) ? 'succeed' : null
  if (outcome.status === 'pending') return null
  return status === 'pending' || (status === 'succeeded' && isReported) ? 'fail' : null
}
