import { builder } from '../../builder.ts'
import { partnerPayoutHandlers } from './payout.handlers.ts'

export const payoutResource = builder.resource({
  handlers: [partnerPayoutHandlers],
})
