import { amount, C, id, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'
import { Discount } from '../../objects/order.object.ts'
import { newBasket, pricing, refusals } from '../../sales/pricing/basket.contract.ts'
import { enteredCode, entryReasons } from '../../sales/pricing/entry-refusals.ts'

export const PromoCodeCheck = z.object({
  valid: z.boolean().describe('Whether an order of the basket could use the code now.'),
  reason: oneOf(entryReasons).nullable().describe('The first reason why not; null for a valid code.'),
  message: text(500).nullable().describe('The reason as a sentence.'),
  discount: Discount.nullable().describe('The discount that the code gives; null if it gives none.'),
  discount_amount: amount('What the code takes off the basket.'),
  gift_offer_id: id('off').nullable().describe('The offer that the code adds as a gift.'),
})

/** Reads, and uses nothing. */
export const promoCodeChecks = resource({
  check: C('POST /v1/promo-codes/check', {
    summary: 'Check whether a promo code can be used for a basket and a person; if not, the answer says why',
    permission: 'promo-codes:read',
    readOnly: true,
    body: newBasket.extend({
      promo_code: enteredCode(),
      user_id: id('usr')
        .nullable()
        .default(null)
        .describe('The person who would use it; null while unknown: then limits of a person do not count.'),
    }),
    bound: null,
    returns: PromoCodeCheck,
    refuses: [refusals.user_unknown, ...pricing],
  }),
})
