import { newId, Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { catalogueOf } from '../orders/catalogue.ts'
import { refusals } from '../orders/order.contract.ts'
import { basketOf, priced } from '../orders/pricing.ts'
import { promoCodeChecks } from './check.contract.ts'
import { discountOf, whyNot } from './discount.rules.ts'
import { entryOf } from './entry.ts'

const nothing = { discount: null, discount_amount: 0, gift_offer_id: null }

export const promoCodeCheckHandlers = builder.implement(promoCodeChecks, {
  check: async (at, stores) => {
    const { body, now, runtime } = at
    const { user_id, items, country } = body
    const [known, catalogue, entry] = await Promise.all([
      user_id === null || stores.people.exists(user_id, runtime),
      catalogueOf(items, country, stores),
      entryOf(body, at, stores),
    ])
    if (!known) throw new Refused(refusals.user_unknown)
    const basket = basketOf(items, catalogue, { now, newId: () => newId('ori') })
    const refusal = whyNot(entry!, basket, now)
    if (refusal)
      return { valid: false, reason: refusal.reason as never, message: refusal.message, ...nothing }
    const discount = discountOf(entry!, basket, now)
    const { discount_amount } = priced(basket, { discount })
    const { gift_offer_id } = entry!.code!
    return { valid: true, reason: null, message: null, discount, discount_amount, gift_offer_id }
  },
})
