// The events that consequences emit: an operation that receives money or closes an order declares them besides its own.
import { orderPaid } from './order-events.ts'
import { paymentSucceeded } from './payment.object.ts'
import { subscriptionCanceled, subscriptionRenewed, subscriptionStarted } from './subscription.object.ts'

export const afterPaymentEvents = [subscriptionStarted, subscriptionRenewed] as const
/** Of an order that costs nothing, which is paid at once. */
export const afterSettlingEvents = [paymentSucceeded, orderPaid, ...afterPaymentEvents] as const
export const afterClosingEvents = [subscriptionCanceled] as const
