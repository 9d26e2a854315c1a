// The public declaration of this service.
import { contract } from '@lms/contract'
import { deliveries } from './deliveries/delivery.contract.ts'
import { events } from './events-api/event.contract.ts'
import { history } from './journal/history.contract.ts'
import { journal } from './journal/journal.contract.ts'
import { webhooks } from './webhooks/webhook.contract.ts'
import { webhookFailed } from './webhooks/webhook-failed.ts'

export { Attempt, Delivery } from './deliveries/delivery.contract.ts'
export { EventEnvelope } from './events/event.object.ts'
export { isKnownMask } from './events/event-masks.ts'
export { history } from './journal/history.contract.ts'
export { journal, type Trace } from './journal/journal.contract.ts'
export { Webhook } from './webhooks/webhook.object.ts'
export { webhookFailed }

export const webhooksContract = contract({
  service: 'webhooks',
  area: 'Service',
  resources: { events, webhooks, deliveries },
  internal: { history, journal },
})
