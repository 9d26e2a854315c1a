// Subscriptions as personal data.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Subscription } from '../objects/subscription.object.ts'

/** A person who is gone is not charged: the next charge of a subscription ends it in place of a charge. */
export const subscriptionsOfPerson = builder.personalData({
  what: 'subscriptions',
  on_merge: 'they become subscriptions of the person who stays',
  needs: 'subscriptions:write',
  erased: 'cards',
  kept: 'prices, periods, states, times',
  why: 'the law requires the records to be kept',
  ...rowsOfPerson(({ subscriptions }: Stores) => subscriptions, 'subscriptions.user_id', Subscription),
  move: ({ from, into, erased }, _, { subscriptions }) => {
    if (erased) subscriptions.forgetMethods(from)
    subscriptions.moveTo(into, from)
  },
  erase: async (userId, _, { subscriptions }) => {
    subscriptions.forgetMethods(userId)
    await subscriptions.lookSoon(userId)
  },
})
