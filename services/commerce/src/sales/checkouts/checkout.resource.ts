import { builder } from '../../builder.ts'
import { checkoutsOfPerson } from './checkout.data.ts'
import { checkoutHandlers } from './checkout.handlers.ts'
import { followCheckoutTask } from './follow.run.ts'
import { unownedCheckoutHandlers } from './unowned.handlers.ts'

export const checkoutResource = builder.resource({
  handlers: [checkoutHandlers, unownedCheckoutHandlers],
  tasks: [followCheckoutTask],
  personalData: [checkoutsOfPerson],
})
