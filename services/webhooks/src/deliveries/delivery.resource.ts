import { createdInDay } from '@lms/service-host'
import { builder } from '../builder.ts'
import { notifyDispatchers } from '../notifications.ts'
import { deliveries } from './delivery.contract.ts'
import { AttemptEntity, DeliveryEntity } from './delivery.entity.ts'
import { retry } from './delivery-retry.ts'

const deliveryHandlers = builder.implement(
  deliveries,
  {
    list: ({ query }, { deliveries }) => deliveries.page(query),
    retry: ({ body, work, runtime }, { deliveries }) => {
      work.whenCommitted(() => notifyDispatchers(runtime, [...deliveries.woken]))
      return retry(body, { school: work.school, deliveries })
    },
  },
  { attempts: (ids, { deliveries }) => deliveries.attemptsOf(ids) },
)

export const deliveryResource = builder.resource({
  handlers: [deliveryHandlers],
  entities: [DeliveryEntity, AttemptEntity],
  usage: { deliveries: createdInDay('webhooks.deliveries') },
})
