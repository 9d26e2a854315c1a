// The events that consequences emit: an operation that receives money or closes an order declares them besides its own.
import {
  subscriptionCanceled,
  subscriptionRenewed,
  subscriptionStarted,
} from '../subscriptions/subscription.contract.ts'

export const afterPaymentEvents = [subscriptionStarted, subscriptionRenewed] as const
export const afterClosingEvents = [subscriptionCanceled] as const
