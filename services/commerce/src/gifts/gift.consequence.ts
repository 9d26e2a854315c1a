// A paid order that is bought for others gives gifts. A refund takes back those that nobody has redeemed, and returns
// the money that a certificate had paid to the certificate.
import { newId } from '@lms/contract'
import type { Consequence, RefundPlan } from '../consequences/consequence.ts'
import { countedOf } from '../refunds/refund.rules.ts'
import { newCode } from './gift.codes.ts'
import { offerGift, soldItem } from './gift.rules.ts'
import type { GiftRow, GiftStore } from './gift.store.ts'

export const giftsOfOrders: Consequence = {
  paid: async ({ order, whole }, { work, runtime }, { gifts }) => {
    if (!order.as_gift || !whole) return
    for (const item of order.items)
      for (let count = 0; count < item.quantity; count++) {
        const id = newId('gft')
        const code = newCode({ school_id: work.school, id }, runtime)
        const bought = { user_id: order.user_id, order_id: order.id, test: order.test }
        gifts.insert(offerGift(soldItem(item, order), { ...gifts.fresh(id), ...code, ...bought }))
      }
  },

  planRefund: async (plan, { gifts }) => {
    const [taken, revived] = await Promise.all([takenBy(plan, gifts), revivedBy(plan, gifts)])
    const after = [
      ...taken.map(({ id }) => ({ gift_id: id, status: 'canceled' })),
      ...revived.map(({ id }) => ({ gift_id: id, status: 'active' })),
    ]
    return after.length ? { gifts: after } : {}
  },

  refunded: async ({ before: order, payment, refund, whole }, { now }, { gifts }) => {
    const amount = countedOf(refund)
    const plan = { order, payment, amount, whole }
    const [taken, revived] = await Promise.all([takenBy(plan, gifts), revivedBy(plan, gifts)])
    gifts.moveAll(taken, 'cancel', { canceled_at: now })
    for (const gift of revived) {
      const balance = gift.kind === 'money' ? gift.balance + amount : 0
      if (gift.status === 'active') gifts.save(gift, { balance })
      else gifts.move(gift, 'revive', { balance })
    }
  },
}

/** The gifts that leave with the money of the order that bought them. */
async function takenBy({ order, whole }: RefundPlan, gifts: GiftStore): Promise<GiftRow[]> {
  if (!order.as_gift || !whole) return []
  return (await gifts.ofOrder(order.id)).filter(({ status }) => status === 'active')
}

/** The certificate that gets its money back, or the gift that can be redeemed again. */
async function revivedBy({ payment, whole }: RefundPlan, gifts: GiftStore): Promise<GiftRow[]> {
  if (payment.method !== 'certificate') return []
  const gift = await gifts.ofPayment(payment.provider_reference ?? '')
  return gift && gift.status !== 'canceled' && (gift.kind === 'money' || whole) ? [gift] : []
}
