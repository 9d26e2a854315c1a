import { newId, Refused } from '@lms/contract'
import { mapPage } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import { giftRoom, gifts, refusals } from './gift.contract.ts'
import { giftsOfPerson, redeemedGiftsOfPerson } from './gift.data.ts'
import {
  checkFit,
  checkRedeemable,
  codeHash,
  moneyGift,
  offerAsItem,
  offerGift,
  refuseTestGift,
} from './gift.rules.ts'
import { giftFor, newCode } from './gift-codes.ts'
import { sendGiftsTask, tellBuyerTask } from './gift-letter.run.ts'
import { giftPageHandlers } from './gift-page.handlers.ts'
import { endRedemptionTask } from './redemption.run.ts'
import { redeemMoney, redeemOffer } from './redemption.ts'

const giftHandlers = builder.implement(gifts, {
  list: async ({ query, caller, runtime }, { gifts }) =>
    mapPage(await gifts.page(query), gift => giftFor(gift, caller, runtime)),

  create: async ({ body, caller, now, work, runtime }, stores) => {
    checkFit(body, now)
    const { offer_id, user_id, comment, expires_at } = body
    const [userExists, [offer]] = await Promise.all([
      user_id === null || stores.people.exists(user_id, runtime),
      offer_id === null ? [] : stores.offers.withItems([offer_id]),
    ])
    if (!userExists) throw new Refused(orderRefusals.user_unknown)
    if (offer_id !== null && offer?.status !== 'active') throw new Refused(orderRefusals.offer_unknown)
    if (offer && !(await stores.gifts.keepOffer(offer.id))) throw new Refused(orderRefusals.offer_unknown)
    await stores.gifts.refuseBeyond(giftRoom)
    if (user_id) stores.people.lockShared(user_id)
    const id = newId('gft')
    const code = newCode({ school_id: work.school, id }, runtime)
    const described = { ...stores.gifts.fresh(id), ...code, user_id, comment, expires_at }
    const value = { amount: body.amount ?? 0, currency: body.currency ?? '' }
    const gift = offer ? offerGift(offerAsItem(offer), described) : moneyGift(value, described)
    return giftFor(stores.gifts.insert(gift), caller, runtime)
  },

  redeem: async (ctx, stores) => {
    const { body, caller, now, work, runtime } = ctx
    const { code, user_id, order_id } = body
    const [seen, { sales }] = await Promise.all([
      stores.gifts.byCode(codeHash(work.school, code)),
      stores.settings.get(),
    ])
    if (!seen) throw new Refused(refusals.gift_unknown)
    refuseTestGift(seen, sales)
    checkRedeemable(seen, now)
    if ((seen.kind === 'money') !== (order_id !== null)) throw new Refused(refusals.gift_order_invalid)
    const { gift, order, payment } =
      order_id === null
        ? await redeemOffer(seen, user_id, ctx, stores)
        : await redeemMoney(seen, user_id, order_id, ctx, stores)
    const { amount } = payment
    return { gift: giftFor(gift, caller, runtime), order_id: order.id, payment_id: payment.id, amount }
  },
})

export const giftResource = builder.resource({
  handlers: [giftHandlers, giftPageHandlers],
  tasks: [endRedemptionTask, tellBuyerTask, sendGiftsTask],
  personalData: [giftsOfPerson, redeemedGiftsOfPerson],
  used: { gifts_limit_reached: ({ gifts }, most) => gifts.standing(most) },
})
