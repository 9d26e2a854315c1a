// The event journal, subscriptions and deliveries.

import { mailSettings, migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { webhooksContract } from './contract.ts'
import { deliveryResource } from './deliveries/delivery.resource.ts'
import { dispatchResource } from './dispatch/dispatch.resource.ts'
import { erasureResource } from './erasure/erasure.resource.ts'
import { eventResource } from './events/event.resource.ts'
import { eventsApiResource } from './events-api/events-api.resource.ts'
import { journalResource } from './journal/journal.resource.ts'
import { noticeResource } from './notify/notice.resource.ts'
import { keepPartitionsTask } from './partitions.ts'
import { replayResource } from './replays/replay.resource.ts'
import { schoolStatesResource } from './schools/school-states.resource.ts'
import { webhookResource } from './webhooks/webhook.resource.ts'

export const webhooksService = builder.build({
  contract: webhooksContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [
    eventResource,
    deliveryResource,
    eventsApiResource,
    webhookResource,
    journalResource,
    erasureResource,
    noticeResource,
    replayResource,
    schoolStatesResource,
    dispatchResource,
  ],
  tasks: [keepPartitionsTask],
  settings: mailSettings,
})
