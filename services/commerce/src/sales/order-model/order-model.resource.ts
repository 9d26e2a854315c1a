import { createdInDay } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { OrderNumberEntity, OrderOfferEntity } from './order.entity.ts'

export const orderModelResource = builder.resource({
  entities: [OrderOfferEntity, OrderNumberEntity],
  objects: { ord: (ids, { orders }) => orders.many(ids) },
  usage: { orders: createdInDay('commerce.orders') },
})
