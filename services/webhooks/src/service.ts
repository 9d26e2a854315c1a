// The event journal, subscriptions and deliveries.
import { createdInDay, mailSettings, migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { webhooksContract } from './contract.ts'
import { AttemptEntity, DeliveryEntity } from './deliveries/delivery.entity.ts'
import { deliveryHandlers } from './deliveries/delivery.handlers.ts'
import { dispatcher } from './dispatch/dispatcher.ts'
import { erasePersonTask } from './erasure/erasure.ts'
import { eventsOfPerson } from './erasure/journal.data.ts'
import { EventEntity } from './events/event.entity.ts'
import { eventHandlers } from './events-api/event.handlers.ts'
import { historyHandlers } from './journal/history.handlers.ts'
import { journalHandlers } from './journal/journal.handlers.ts'
import { journalWriter } from './journal/journal-writer.ts'
import { noteFailingTask } from './notify/failing.ts'
import { noteNotice, removeNotices, sendNoticeTask } from './notify/notices.ts'
import { keepPartitionsTask } from './partitions.ts'
import { replayEventsTask } from './replays/replay.run.ts'
import { askForStatesTask, schoolStates } from './schools/school-states.ts'
import { restoreChannels } from './webhooks/restore-subscriptions.ts'
import { sealedSubscriptions } from './webhooks/sealed-secrets.ts'
import { settleRotationsTask } from './webhooks/settle-rotations.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'
import { sendTest } from './webhooks/webhook-trial.ts'

export const webhooksService = builder.build({
  contract: webhooksContract,
  entities: [EventEntity, DeliveryEntity, AttemptEntity],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  usage: { events: createdInDay('webhooks.events'), deliveries: createdInDay('webhooks.deliveries') },
  resources: [eventHandlers, webhookHandlers, deliveryHandlers, historyHandlers, journalHandlers],
  personalData: [eventsOfPerson],
  reactions: [noteNotice],
  used: { too_many_webhooks: ({ webhooks }, most) => webhooks.standing(most) },
  sealed: [sealedSubscriptions],
  tasks: [
    replayEventsTask,
    erasePersonTask,
    sendNoticeTask,
    sendTest,
    keepPartitionsTask,
    settleRotationsTask,
    noteFailingTask,
    removeNotices,
    askForStatesTask,
  ],
  settings: [
    ...mailSettings,
    {
      name: 'LMS_WEBHOOK_PROXY',
      about: 'The proxy for all webhook deliveries, if receivers are to see one address.',
      example: 'http://user:password@egress.example:3128',
    },
  ],
  restored: restoreChannels,
  workers: [journalWriter, dispatcher, schoolStates],
})
