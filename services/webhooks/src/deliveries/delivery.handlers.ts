import { house } from '../house.ts'
import { deliveries } from './delivery.contract.ts'

export const deliveryHandlers = house.implement(
  deliveries,
  { list: ({ query }, { deliveries }) => deliveries.page(query) },
  { attempts: (ids, { deliveries }) => deliveries.attemptsOf(ids) },
)
