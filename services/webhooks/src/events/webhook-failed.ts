// The one event of this service: an endpoint does not get what is meant for it.
import { event } from '@lms/contract'
import { z } from 'zod'
import { Delivery } from '../deliveries/delivery.contract.ts'
import { Webhook } from '../webhooks/webhook.object.ts'

export const webhookFailed = event('system.webhook_failed', {
  when: 'a delivery failed for the last time, or a subscription was switched off: its object is the one or the other; it is never sent to the address that failed',
  object: z.union([Delivery, Webhook]),
  related: ['webhook_id', 'event_id'],
  example: { status: 'failed', attempt_count: 7 },
})
