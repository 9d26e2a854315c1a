// What a school sells, who ordered it, and the money that came for it.
import { offersAndOrders } from '../migrations/001-offers-and-orders.ts'
import { mergedPeople } from '../migrations/010-merged-people.ts'
import { orderContents } from '../migrations/020-order-contents.ts'
import { heldPeople } from '../migrations/030-held-people.ts'
import { namedResources } from '../migrations/040-named-resources.ts'
import { commerceContract } from './contract.ts'
import { house, type Stores } from './house.ts'
import { offerHandlers, offerItemHandlers } from './offers/offer.handlers.ts'
import { OrderEntity, OrderNumberEntity, OrderOfferEntity } from './orders/order.entity.ts'
import { orderHandlers, orderItemHandlers } from './orders/order.handlers.ts'
import { PaymentEntity } from './payments/payment.entity.ts'
import { PersonEntity } from './people/people.entity.ts'
import { personHandlers } from './people/people.handlers.ts'
import { onUserAnonymized, onUserCreated, onUserDeleted, onUserMerged } from './reactions/people.ts'

const itemsNaming = (id: string, { offerItems }: Stores) => offerItems.naming(id)

export const commerceService = house.service({
  contract: commerceContract,
  entities: [OrderEntity, OrderOfferEntity, OrderNumberEntity, PaymentEntity, PersonEntity],
  migrations: [offersAndOrders, mergedPeople, orderContents, heldPeople, namedResources],
  resources: [offerHandlers, offerItemHandlers, orderHandlers, orderItemHandlers, personHandlers],
  reactions: [onUserCreated, onUserDeleted, onUserMerged, onUserAnonymized],
  objects: { ord: (ids, { orders }) => orders.many(ids) },
  naming: { crs: itemsNaming, grp: itemsNaming, wbn: itemsNaming },
})
