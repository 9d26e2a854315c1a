// How a purchase names a partner: by the code of a link.
import { refuse } from '@lms/contract'
import { z } from 'zod'

/** A partner's code of this form. */
export const partnerCode = (form: RegExp) =>
  z
    .string()
    .regex(form, 'must be 1 to 40 letters, digits, _ and -, the first a letter or digit: anns-blog')
    .meta({ examples: ['anns-blog'] })

/** A code as links have it, in any case. */
export const enteredPartnerCode = () => partnerCode(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/).toLowerCase()

export const refusals = refuse({
  partner_unknown: {
    status: 422,
    when: 'the school has no such partner',
    message: 'This school has no such partner. See details.',
  },
  partner_own_order: {
    status: 422,
    when: 'the partner is the person who buys',
    message: 'Partners earn nothing by their own orders. Leave the partner out.',
  },
})
