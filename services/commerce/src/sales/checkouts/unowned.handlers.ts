import { builder } from '../../builder.ts'
import { unownedCheckouts } from './unowned.contract.ts'

export const unownedCheckoutHandlers = builder.implement(unownedCheckouts, {
  bind: async ({ body, runtime }, { checkouts, people }) => {
    const { user_id, email, phone } = body
    const contact = { email, phone }
    // Nothing becomes that of a person who has left: their contact goes at once.
    if (await people.exists(user_id, runtime)) {
      people.lockShared(user_id)
      checkouts.bind(user_id, contact)
    } else checkouts.blankUnowned(contact)
    return { user_id }
  },
})
