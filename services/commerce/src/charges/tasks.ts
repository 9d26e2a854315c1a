// The tasks of payments through providers.
import { sendOwnCallbackTask, takeNoticeTask } from '../callbacks/callback.handlers.ts'
import { resealProvidersTask } from '../providers/sealed.ts'
import { chargeCall } from './charge.call.ts'
import { disputeOfChargeTask } from './dispute.ts'
import { lookUpCall } from './look-up.call.ts'
import { refundCall } from './refund.call.ts'

export const providerTasks = [
  chargeCall,
  refundCall,
  lookUpCall,
  disputeOfChargeTask,
  takeNoticeTask,
  sendOwnCallbackTask,
  resealProvidersTask,
]
