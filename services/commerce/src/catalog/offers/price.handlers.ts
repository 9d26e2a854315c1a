import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { prices } from './price.contract.ts'
import { checkPrice, refuseRewritten, refuseSold } from './price.rules.ts'

export const priceHandlers = builder.implement(
  prices,
  crudHandlers(prices, ({ prices }: Stores) => prices, {
    within: { parent: ({ offers }) => offers, key: 'offer_id' },
    sets: (_, { before }) => ({ sold: before?.sold ?? false }),
    check: (price, { before }) => {
      if (before) refuseRewritten(before, price)
      checkPrice(price)
    },
    mayRemove: refuseSold,
  }),
)
