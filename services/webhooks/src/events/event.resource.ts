import { createdInDay } from '@lms/service-host'
import { builder } from '../builder.ts'
import { EventEntity } from './event.entity.ts'

export const eventResource = builder.resource({
  entities: [EventEntity],
  usage: { events: createdInDay('webhooks.events') },
})
