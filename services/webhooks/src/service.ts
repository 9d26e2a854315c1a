// The event journal, subscriptions and deliveries.
import { partitions } from '../migrations/001-partitions.ts'
import { journal } from '../migrations/002-journal.ts'
import { deliveries } from '../migrations/003-deliveries.ts'
import { operations } from '../migrations/004-operations.ts'
import { noticesAndErasures } from '../migrations/005-notices-and-erasures.ts'
import { fewerIndexEntries } from '../migrations/006-fewer-index-entries.ts'
import { retriesFirst } from '../migrations/007-retries-first.ts'
import { turns } from '../migrations/008-turns.ts'
import { ownSecrets } from '../migrations/011-own-keys.ts'
import { searchPath } from '../migrations/012-search-path.ts'
import { rightsAndErasedPeople } from '../migrations/013-rights-and-erased-people.ts'
import { healthAndPace } from '../migrations/014-health-and-pace.ts'
import { ownHeaders } from '../migrations/015-own-headers.ts'
import { errorDetails } from '../migrations/020-error-details.ts'
import { fieldsAndFilter } from '../migrations/031-fields-and-filter.ts'
import { webhooksContract } from './contract.ts'
import { AttemptEntity, DeliveryEntity } from './deliveries/delivery.entity.ts'
import { deliveryHandlers } from './deliveries/delivery.handlers.ts'
import { dispatcher } from './dispatch/dispatcher.ts'
import { erasuresJob, noteErasure } from './erasure/erasure.ts'
import { heldHandlers } from './erasure/held.handlers.ts'
import { EventEntity } from './events/event.entity.ts'
import { eventHandlers } from './events/event.handlers.ts'
import { house } from './house.ts'
import { journalHandlers } from './journal/journal.handlers.ts'
import { journalWriter } from './journal/journal-writer.ts'
import { forgetNoticesJob, noteNotice, noticesJob } from './notify/notices.ts'
import { keepPartitionsJob } from './partitions.ts'
import { forgetReplaysJob, replaysJob } from './replays/replay.job.ts'
import { schoolStates } from './schools/school-states.ts'
import { resealSecretsJob } from './webhooks/sealed.ts'
import { settleRotationsJob } from './webhooks/settle-rotations.ts'
import { WebhookEntity } from './webhooks/webhook.entity.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'

export const webhooksService = house.service({
  contract: webhooksContract,
  entities: [EventEntity, WebhookEntity, DeliveryEntity, AttemptEntity],
  migrations: [
    partitions,
    journal,
    deliveries,
    operations,
    noticesAndErasures,
    fewerIndexEntries,
    retriesFirst,
    ownSecrets,
    searchPath,
    turns,
    rightsAndErasedPeople,
    healthAndPace,
    ownHeaders,
    errorDetails,
    fieldsAndFilter,
  ],
  resources: [eventHandlers, webhookHandlers, deliveryHandlers, journalHandlers, heldHandlers],
  reactions: [noteNotice, noteErasure],
  jobs: [
    keepPartitionsJob,
    settleRotationsJob,
    resealSecretsJob,
    replaysJob,
    forgetReplaysJob,
    noticesJob,
    forgetNoticesJob,
    erasuresJob,
  ],
  workers: [journalWriter, dispatcher, schoolStates],
})
