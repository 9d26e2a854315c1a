import { giftsOfOrders } from '../gifts/gift.consequence.ts'
import { partnerEarnings } from '../partner-accruals/accrual.consequence.ts'
import { promoCodeUses } from '../promo-codes/promo-code.consequence.ts'
import { receiptConsequence } from '../receipts/receipt.consequence.ts'
import { subscriptionConsequence } from '../subscriptions/subscription.consequence.ts'
import type { Consequence } from './consequence.ts'

/** In the order in which they happen. */
export const consequences: readonly Consequence[] = [
  promoCodeUses,
  receiptConsequence,
  giftsOfOrders,
  partnerEarnings,
  subscriptionConsequence,
]
