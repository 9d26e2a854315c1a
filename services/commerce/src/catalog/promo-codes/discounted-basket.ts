// A basket with the benefit of the promo code that somebody has entered for it.
import { type Id, newId } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import type { Discount } from '../../objects/order.object.ts'
import { type Basket, basketOf } from '../../sales/pricing/pricing.ts'
import { discountOf, type Entry } from './discount.rules.ts'

export interface Promoted {
  basket: Basket
  discount: Discount | null
  /** The code that an order of the basket uses (`promoCodes.use`). */
  codeId: Id<'prm'> | null
}

/**
 * The basket with the gift of the code, if it gives one, and the discount. Refuses a code that gives nothing here. Costs
 * a round trip only for a gift.
 */
export async function discountBasket(
  basket: Basket,
  entry: Entry | null,
  { offers }: Pick<Stores, 'offers'>,
): Promise<Promoted> {
  if (!entry) return { basket, discount: null, codeId: null }
  const discount = discountOf(entry, basket, basket.now)
  const { id: codeId, gift_offer_id } = entry.code!
  if (gift_offer_id === null) return { basket, discount, codeId }
  const catalogue = { offers: await offers.giftOffer(gift_offer_id), prices: [], rates: [] }
  // The school gives it also when it does not sell it.
  const gift = basketOf(
    [{ offer_id: gift_offer_id, quantity: 1, gift: true }],
    { ...catalogue, country: basket.country },
    { now: basket.now, newId: () => newId('ori'), currency: basket.currency, isGift: true },
  )
  return { basket: { ...basket, lines: [...basket.lines, ...gift.lines] }, discount, codeId }
}
