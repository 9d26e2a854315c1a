import { builder } from '../../builder.ts'
import { chargeCall } from './charge.run.ts'
import { closePageCall } from './close-page.run.ts'
import { disputeOfChargeTask } from './dispute.ts'
import { lookUpCall } from './look-up.run.ts'
import { refundOfChargeTask } from './provider-refunds.ts'

export const chargeResource = builder.resource({
  tasks: [chargeCall, lookUpCall, closePageCall, disputeOfChargeTask, refundOfChargeTask],
})
