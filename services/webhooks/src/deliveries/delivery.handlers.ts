import { builder } from '../builder.ts'
import { notifyDispatchers } from '../notifications.ts'
import { deliveries } from './delivery.contract.ts'
import { retry } from './delivery-retry.ts'

export const deliveryHandlers = builder.implement(
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
