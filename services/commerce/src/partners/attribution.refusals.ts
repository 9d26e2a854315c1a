import { refuse } from '@lms/contract'

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
