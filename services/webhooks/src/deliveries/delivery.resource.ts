import { createdInDay } from '@lms/service-host'
import { builder } from '../builder.ts'
import { AttemptEntity, DeliveryEntity } from './delivery.entity.ts'
import { deliveryHandlers } from './delivery.handlers.ts'

export const deliveryResource = builder.resource({
  handlers: [deliveryHandlers],
  entities: [DeliveryEntity, AttemptEntity],
  usage: { deliveries: createdInDay('webhooks.deliveries') },
})
