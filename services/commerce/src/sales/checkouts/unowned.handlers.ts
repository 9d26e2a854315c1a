import { builder } from '../../builder.ts'
import { Checkout } from './checkout.contract.ts'
import { unownedCheckouts } from './unowned.contract.ts'

/** Checkouts of one page. */
const atOnce = 100

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

  list: async ({ body: { after, ...contact } }, { checkouts }) => {
    const rows = await checkouts.unownedOf(contact, after, atOnce)
    const next = rows.length === atOnce ? rows.at(-1)!.id : null
    return { items: rows.map(row => Checkout.parse(row)), next }
  },
})
