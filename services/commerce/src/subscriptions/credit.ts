import type { Discount } from '../orders/order.object.ts'

/** The discount of an order by a subscription's credit; null for none. */
export const creditDiscount = (amount: number): Discount | null =>
  amount === 0
    ? null
    : {
        kind: 'manual',
        promo_code_id: null,
        code: null,
        percent_off: null,
        amount_off: amount,
        offer_ids: [],
        reason: 'Credit for the unused part of the period before',
      }
