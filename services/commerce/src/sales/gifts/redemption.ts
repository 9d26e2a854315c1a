// A gift becomes an order, or the payment of one. The order is locked before its gift, as in refunds.
import { type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { amountDue, receivedPayment } from '../../money/payments/payment.rules.ts'
import type { PaymentRow } from '../../money/payments/payment.store.ts'
import { receiveMoney } from '../../money/payments/receive.ts'
import { orderCreated } from '../../objects/order-events.ts'
import { newOrderFor } from '../order-model/order.rules.ts'
import type { OrderRow } from '../order-model/order.store.ts'
import { nextOrderNumber } from '../order-model/order-numbers.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import { priced } from '../pricing/pricing.ts'
import { refusals } from './gift.contract.ts'
import { checkRedeemable, giftDiscount, lineOf, payable } from './gift.rules.ts'
import type { GiftRow } from './gift.store.ts'

interface Redeemed {
  gift: GiftRow
  order: OrderRow
  payment: PaymentRow
}

/** A new order of the person with what the gift gives; the gift pays it in full. */
export async function redeemOffer(
  seen: GiftRow,
  user_id: Id<'usr'>,
  ctx: Work,
  stores: Stores,
): Promise<Redeemed> {
  const { now, work, runtime, emit } = ctx
  const [userExists, number] = await Promise.all([
    stores.people.exists(user_id, runtime),
    nextOrderNumber(runtime, work.school),
  ])
  if (!userExists) throw new Refused(orderRefusals.user_unknown)
  const gift = await stores.gifts.lock(seen.id)
  checkRedeemable(gift, now)
  const lines = [lineOf(gift.given!, newId('ori'))]
  const basket = { currency: gift.currency, country: null, now, lines }
  const pricedBasket = priced(basket, { discount: giftDiscount })
  const newOrder = newOrderFor(pricedBasket, { id: newId('ord'), number, user_id, test: gift.test }, now)
  emit(orderCreated, newOrder)
  stores.people.lockShared(user_id)
  const paid = await pay(stores.orders.insert(newOrder), gift, 0, ctx, stores)
  return { ...paid, gift: redeemed(gift, paid.order, ctx, stores) }
}

/** The money of a certificate for an order of the person, as far as its balance goes. */
export async function redeemMoney(
  seen: GiftRow,
  user_id: Id<'usr'>,
  orderId: string,
  ctx: Work,
  stores: Stores,
): Promise<Redeemed> {
  const order = await stores.orders.lockIfAny(orderId)
  if (!order) throw new Refused(refusals.gift_order_invalid)
  amountDue(order)
  const gift = await stores.gifts.lock(seen.id)
  checkRedeemable(gift, ctx.now)
  const amount = payable(gift, order, user_id)
  const paid = await pay(order, gift, amount, ctx, stores)
  const remainingGift = { ...gift, balance: gift.balance - amount }
  return { ...paid, gift: redeemed(remainingGift, paid.order, ctx, stores) }
}

function pay(order: OrderRow, gift: GiftRow, amount: number, ctx: Work, stores: Stores) {
  const of = { method: 'certificate', provider_reference: gift.id, paid_at: ctx.now } as const
  const payment = receivedPayment(order, { ...of, id: newId('pay'), amount }, ctx.now)
  return receiveMoney(ctx, stores, { order, payment })
}

/** The gift after its use: a certificate with money left stays active. */
function redeemed(gift: GiftRow, order: OrderRow, { now }: Work, { gifts }: Stores): GiftRow {
  const { balance } = gift
  const used = { balance, redeemer_user_id: order.user_id, redeemed_order_id: order.id, redeemed_at: now }
  return gift.kind === 'money' && balance > 0 ? gifts.save(gift, used) : gifts.move(gift, 'redeem', used)
}
