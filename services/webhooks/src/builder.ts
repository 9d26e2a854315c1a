// The stores of this service, and the builder that types its handlers and reactions.
import { defineService } from '@lms/service-host'
import { DeliveryStore } from './deliveries/delivery.store.ts'
import { EventStore } from './events/event.store.ts'
import { ReplayStore } from './replays/replay.store.ts'
import { WebhookStore } from './webhooks/webhook.store.ts'

export const builder = defineService({
  events: EventStore,
  webhooks: WebhookStore,
  deliveries: DeliveryStore,
  replays: ReplayStore,
})
