import { builder } from '../../builder.ts'
import { priced } from '../../sales/pricing/pricing.ts'
import { promoCodeChecks } from './check.contract.ts'
import { discountOf, whyNot } from './discount.rules.ts'
import { quoteBasket } from './quoted-basket.ts'

const nothing = { discount: null, discount_amount: 0, gift_offer_id: null }

export const promoCodeCheckHandlers = builder.implement(promoCodeChecks, {
  check: async (ctx, stores) => {
    const { now } = ctx
    const { basket, entry } = await quoteBasket(ctx, stores)
    const refusal = whyNot(entry!, basket, now)
    if (refusal)
      return { valid: false, reason: refusal.reason as never, message: refusal.message, ...nothing }
    const discount = discountOf(entry!, basket, now)
    const { discount_amount } = priced(basket, { discount })
    const { gift_offer_id } = entry!.code!
    return { valid: true, reason: null, message: null, discount, discount_amount, gift_offer_id }
  },
})
