import type { Discount } from '../objects/order.object.ts'

/** The discount of an order by a subscription's credit; null for none. */
export const creditDiscount = (amount: number): Discount | null =>
  amount === 0
    ? null
    : {
        kind: 'manual',
        promo_code_id: null,
        code: null,
        percent: null,
        amount_off: amount,
        offer_ids: [],
        reason: 'Credit for the unused part of the period before',
      }

export interface Ledger {
  /** The money of the order, and what of it was returned. */
  paid: number
  refunded: number
  /** What changes of the price have made credit of, and what of the credit is there still. */
  credited: number
  credit: number
}

/** The credit that a refund of an order takes: only what the order's other money does not cover. */
export const creditToUse = ({ paid, refunded, credited, credit }: Ledger, amount: number): number =>
  Math.min(credit, takenBy(paid, credited, refunded + amount) - takenBy(paid, credited, refunded))

/** The money of an order that became credit and has paid later periods: no refund can return it. */
export function creditSpent({ paid, refunded, credited, credit }: Ledger): number {
  const remaining = Math.min(credited, paid) - takenBy(paid, credited, refunded)
  return Math.max(0, remaining - credit)
}

const takenBy = (paid: number, credited: number, refunded: number): number =>
  Math.max(0, refunded - Math.max(0, paid - credited))
