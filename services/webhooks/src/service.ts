// The event journal, subscriptions and deliveries.
import { mailSettings, migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { webhooksContract } from './contract.ts'
import { AttemptEntity, DeliveryEntity } from './deliveries/delivery.entity.ts'
import { deliveryHandlers } from './deliveries/delivery.handlers.ts'
import { dispatcher } from './dispatch/dispatcher.ts'
import { erasePersonTask } from './erasure/erasure.ts'
import { eventsOfPerson } from './erasure/journal.data.ts'
import { EventEntity } from './events/event.entity.ts'
import { eventHandlers } from './events/event.handlers.ts'
import { journalHandlers } from './journal/journal.handlers.ts'
import { journalWriter } from './journal/journal-writer.ts'
import { noteFailingJob } from './notify/failing.ts'
import { noteNotice, removeNoticesJob, sendNoticeTask } from './notify/notices.ts'
import { keepPartitionsJob } from './partitions.ts'
import { replayEventsTask } from './replays/replay.run.ts'
import { askForStatesJob, schoolStates } from './schools/school-states.ts'
import { resealSecretsJob } from './webhooks/sealed.ts'
import { settleRotationsJob } from './webhooks/settle-rotations.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'
import { sendTest } from './webhooks/webhook.trial.ts'

export const webhooksService = builder.build({
  contract: webhooksContract,
  entities: [EventEntity, DeliveryEntity, AttemptEntity],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [eventHandlers, webhookHandlers, deliveryHandlers, journalHandlers],
  personalData: [eventsOfPerson],
  reactions: [noteNotice],
  jobs: [
    keepPartitionsJob,
    settleRotationsJob,
    resealSecretsJob,
    noteFailingJob,
    removeNoticesJob,
    askForStatesJob,
  ],
  tasks: [replayEventsTask, erasePersonTask, sendNoticeTask, sendTest],
  settings: [
    ...mailSettings,
    {
      name: 'LMS_WEBHOOK_PROXY',
      about: 'The proxy for all webhook deliveries, if receivers are to see one address.',
      example: 'http://user:password@egress.example:3128',
    },
  ],
  workers: [journalWriter, dispatcher, schoolStates],
})
