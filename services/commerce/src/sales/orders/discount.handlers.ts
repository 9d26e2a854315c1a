import { builder } from '../../builder.ts'
import { discountBasket } from '../../catalog/promo-codes/discounted-basket.ts'
import { entryOf } from '../../catalog/promo-codes/entered-code.ts'
import { settleFree } from '../../money/payments/settle-free.ts'
import { orderUpdated } from '../../objects/order-events.ts'
import { refuseUnlessOpen } from '../order-model/order.rules.ts'
import { orderDiscounts } from './discount.contract.ts'
import { discountByHand, withDiscount, withoutGifts } from './discount.rules.ts'

export const orderDiscountHandlers = builder.implement(orderDiscounts, {
  apply: async (ctx, stores) => {
    const { path, body, now, emit } = ctx
    const { orders, promoCodes } = stores
    // A code for members asks another service, which a locked order must not wait for.
    const { user_id } = await orders.get(path.id)
    const entry = await entryOf({ ...body, user_id, orderId: path.id }, ctx, stores)
    const order = await orders.lock(path.id)
    refuseUnlessOpen(order)
    const before = order.discount?.promo_code_id ?? null
    if (entry?.code && entry.code.id === before) return order
    const { basket, discount, codeId } = await discountBasket(withoutGifts(order, now), entry, stores)
    const changed = orders.save(order, withDiscount(order, basket.lines, discount ?? discountByHand(body)))
    if (before && codeId) await promoCodes.lockCodes([before, codeId])
    if (before) promoCodes.giveBack(order.id)
    if (codeId) promoCodes.use(codeId, order)
    emit(orderUpdated, changed, { previous: order })
    return settleFree(ctx, stores, changed)
  },

  delete: async (ctx, stores) => {
    const { path, now, emit } = ctx
    const { orders, promoCodes } = stores
    const order = await orders.lock(path.id)
    refuseUnlessOpen(order)
    const changed = orders.save(order, withDiscount(order, withoutGifts(order, now).lines, null))
    if (order.discount?.promo_code_id) promoCodes.giveBack(order.id)
    emit(orderUpdated, changed, { previous: order })
    return settleFree(ctx, stores, changed)
  },
})
