// The only event of this service: a delivery or a subscription failed.
import { event } from '@lms/contract'
import { z } from 'zod'
import { Delivery } from '../deliveries/delivery.contract.ts'
import { Webhook } from './webhook.object.ts'

export const webhookFailed = event('system.webhook_failed', {
  when: 'a delivery failed for the last time, or a subscription was deactivated; the object is this delivery or subscription; the failed address never gets this event',
  object: z.union([Delivery, Webhook]),
  related: ['webhook_id', 'event_id'],
  example: { status: 'failed', attempt_count: 7 },
})
