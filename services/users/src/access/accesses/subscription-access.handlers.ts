import { builder } from '../../builder.ts'
import { subscriptionAccesses } from './subscription-access.contract.ts'
import { followSubscription } from './subscription-grants.ts'

export const subscriptionAccessHandlers = builder.implement(subscriptionAccesses, {
  follow: async ({ body, ...ctx }, stores) => ({ followed: await followSubscription(body, ctx, stores) }),
})
