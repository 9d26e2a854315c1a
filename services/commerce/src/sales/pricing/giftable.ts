// What can be bought for others.
import { Refused, refuse } from '@lms/contract'
import { sumOf } from '../../money/amounts/money.ts'
import type { OrderItem } from '../../objects/order.object.ts'

/** Maximum gifts of one order, which come into being together. */
export const maxGifts = 100

export const giftableRefusals = refuse({
  gifts_too_many: {
    status: 422,
    when: 'the order is bought for others, and would give too many gifts',
    message: `An order gives at most ${maxGifts} gifts. Lower the quantity or split the order.`,
  },
  gift_of_subscription: {
    status: 422,
    when: 'the order is bought for others, and has the price of a subscription',
    message: 'A subscription cannot be a gift. Choose a price that is paid once.',
  },
})

/** Refuses items that cannot be bought for others. */
export function checkGiftable(items: readonly Pick<OrderItem, 'quantity' | 'interval'>[]): void {
  if (items.some(({ interval }) => interval !== null))
    throw new Refused(giftableRefusals.gift_of_subscription)
  if (sumOf(items.map(({ quantity }) => quantity)) > maxGifts)
    throw new Refused(giftableRefusals.gifts_too_many)
}
