import { builder } from '../../builder.ts'
import { giftsOfPerson, redeemedGiftsOfPerson } from './gift.data.ts'
import { giftHandlers } from './gift.handlers.ts'
import { endRedemptionTask } from './redemption.run.ts'

export const giftResource = builder.resource({
  handlers: [giftHandlers],
  tasks: [endRedemptionTask],
  personalData: [giftsOfPerson, redeemedGiftsOfPerson],
  used: { gifts_limit_reached: ({ gifts }, most) => gifts.standing(most) },
})
