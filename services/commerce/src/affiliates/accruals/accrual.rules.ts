// What partners earn. The rule: a partner's entries for an order always sum up to the share of the money that the school
// has kept for it, without the taxes in that money. A payment adds the difference, and a refund takes it back. No unit is
// lost or made, whatever the parts: the sum is computed from the whole, and not from rounded parts.
import { partOf, share, sumOf } from '../../money/amounts/money.ts'
import type { Order } from '../../objects/order.object.ts'
import type { PartnerAccrual } from './accrual.contract.ts'

type Sums = Pick<Order, 'amount' | 'tax_added_amount' | 'tax_included_amount'>

/** What a partner has earned by an order of whose amount the school has kept this much. */
export function earnedOf(order: Sums, retained: number, basisPoints: number): number {
  const taxes = order.tax_added_amount + order.tax_included_amount
  const [net] = share(Math.max(0, Math.min(retained, order.amount)), [order.amount - taxes, taxes])
  return partOf(net!, basisPoints)
}

export type Entry = Pick<PartnerAccrual, 'kind' | 'amount'>

/** Entries that were taken back count below zero. */
export const signed = ({ kind, amount }: Entry): number => (kind === 'earned' ? amount : -amount)

/** The entry that brings the entries of an order to what was earned; null if they are there. */
export function missingEntry(present: readonly Entry[], earned: number): Entry | null {
  const difference = earned - sumOf(present.map(signed))
  if (difference === 0) return null
  return { kind: difference > 0 ? 'earned' : 'taken_back', amount: Math.abs(difference) }
}

const dayMs = 24 * 3600_000

/** The end of the refund term of a payment. */
export const availableAt = (paidAt: string, holdDays: number): Date =>
  new Date(Date.parse(paidAt) + holdDays * dayMs)
