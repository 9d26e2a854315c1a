// A paid order that is bought for others gives gifts. A refund of it takes them back, also from those who have redeemed
// them. A refund of what a gift has paid returns it: the money to the certificate, the offer to be redeemed again.
import { newId } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Consequence, RefundPlan } from '../../money/consequences/consequence.ts'
import type { RefundConsequences } from '../../money/refund-model/refund.contract.ts'
import { accessOf, countedOf } from '../../money/refund-model/refund.rules.ts'
import { offerGift, soldItem } from './gift.rules.ts'
import type { GiftRow, GiftStore } from './gift.store.ts'
import { codeFor, newCode, pathOfGift } from './gift-codes.ts'
import { sendGifts, tellBuyer } from './gift-letter.task.ts'
import { endRedemption } from './redemption.task.ts'

type Planned = Pick<RefundPlan, 'order' | 'payment' | 'whole'>

export const giftsOfOrders: Consequence<Stores> = {
  paid: async ({ order, whole: isFull }, { work, runtime }, { gifts }) => {
    if (!order.as_gift || !isFull) return
    const { id: order_id, gift_delivery: delivery } = order
    for (const item of order.items)
      for (let count = 0; count < item.quantity; count++) {
        const id = newId('gft')
        const code = newCode({ school_id: work.school, id }, runtime)
        const bought = { user_id: order.user_id, order_id, test: order.test, delivery }
        gifts.insert(offerGift(soldItem(item, order), { ...gifts.fresh(id), ...code, ...bought }))
      }
    enqueue(work, tellBuyer, { order_id }, { key: order_id })
    if (!delivery?.email) return
    const at = delivery.send_at === null ? {} : { at: new Date(delivery.send_at) }
    enqueue(work, sendGifts, { order_id }, { key: order_id, ...at })
  },

  gifts: async ({ id, as_gift }, { runtime }, { gifts }) => {
    if (!as_gift) return []
    const active = (await gifts.ofOrder(id)).filter(({ status }) => status === 'active')
    return active.flatMap(gift => {
      const code = codeFor(gift, runtime)
      return code === null ? [] : { name: gift.name, path: pathOfGift(code) }
    })
  },

  planRefund: async (plan, stores) => {
    const [revokedGifts, revived] = await Promise.all([takenBy(plan, stores.gifts), revivedBy(plan, stores)])
    const after = [
      ...revokedGifts.map(({ id }) => ({ gift_id: id, status: 'canceled' })),
      ...revived.map(({ id }) => ({ gift_id: id, status: 'active' })),
    ]
    const access = await accessByGifts(revokedGifts, stores)
    return { ...(after.length ? { gifts: after } : {}), ...(access.length ? { access } : {}) }
  },

  refunded: async ({ before: order, payment, refund, whole: isFull }, { now, work }, stores) => {
    const { gifts } = stores
    const amount = countedOf(refund)
    const plan = { order, payment, whole: isFull }
    const [revokedGifts, revived] = await Promise.all([takenBy(plan, gifts), revivedBy(plan, stores)])
    gifts.moveAll(revokedGifts, 'cancel', { canceled_at: now })
    for (const order_id of redemptionsOf(revokedGifts))
      enqueue(work, endRedemption, { order_id }, { key: order_id })
    for (const gift of revived) {
      const balance = gift.kind === 'money' ? gift.balance + amount : 0
      if (gift.status === 'active') gifts.save(gift, { balance })
      else gifts.move(gift, 'revive', { balance })
    }
  },
}

/** The gifts that leave with the money of the order that bought them. */
async function takenBy({ order, whole: isFull }: Planned, gifts: GiftStore): Promise<GiftRow[]> {
  if (!order.as_gift || !isFull) return []
  return (await gifts.ofOrder(order.id)).filter(({ status }) => status !== 'canceled')
}

/** The orders that redeemed gifts have paid. */
const redemptionsOf = (revokedGifts: readonly GiftRow[]) =>
  revokedGifts.flatMap(({ status, redeemed_order_id }) =>
    status === 'redeemed' && redeemed_order_id ? redeemed_order_id : [],
  )

/** The accesses of those who have redeemed these gifts. */
async function accessByGifts(
  revokedGifts: readonly GiftRow[],
  { orders }: Stores,
): Promise<RefundConsequences['access']> {
  const redeemed = (await orders.many(redemptionsOf(revokedGifts))).filter(({ status }) => status === 'paid')
  return accessOf({ items: redeemed.flatMap(({ items }) => items) })
}

/**
 * The certificate that gets its money back, or the gift that can be redeemed again: not one whose own purchase was
 * refunded.
 */
async function revivedBy({ payment, whole: isFull }: Planned, { gifts, orders }: Stores): Promise<GiftRow[]> {
  if (payment.method !== 'certificate') return []
  const gift = await gifts.ofPayment(payment.provider_reference ?? '')
  if (!gift || gift.status === 'canceled' || !(gift.kind === 'money' || isFull)) return []
  const bought = gift.order_id && (await orders.find(gift.order_id))
  return bought && bought.status === 'refunded' ? [] : [gift]
}
