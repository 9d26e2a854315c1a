// Pure decisions about the discount of an order: no clock, database or request.

import type { Discount, Order } from '../../objects/order.object.ts'
import { refuseTooRich } from '../order-model/order.rules.ts'
import { checkGiftable } from '../pricing/giftable.ts'
import { type Basket, type Line, linesOf, type Priced, repriced } from '../pricing/pricing.ts'

interface ByHand {
  percent?: number | undefined
  amount_off?: number | undefined
  reason?: string | undefined
}

export const discountByHand = ({ percent, amount_off, reason = '' }: ByHand): Discount => ({
  kind: 'manual',
  promo_code_id: null,
  code: null,
  offer_ids: [],
  percent: percent ?? null,
  amount_off: amount_off ?? null,
  reason,
})

/** An order as a basket for another discount, without the gift of the present one. */
export const withoutGifts = (order: Order, now: string): Basket => ({
  currency: order.currency,
  country: order.country,
  now,
  lines: linesOf(order).filter(({ gift }) => !gift),
})

export function withDiscount(
  order: Pick<Priced, 'instalments'> & Pick<Order, 'as_gift'>,
  lines: readonly Line[],
  discount: Discount | null,
): ReturnType<typeof repriced> {
  refuseTooRich(lines)
  if (order.as_gift) checkGiftable(lines)
  return repriced(order, lines, discount)
}
