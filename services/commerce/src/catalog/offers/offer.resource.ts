import { builder } from '../../builder.ts'
import { offerHandlers, offerItemHandlers } from './offer.handlers.ts'
import { priceHandlers } from './price.handlers.ts'

export const offerResource = builder.resource({
  handlers: [offerHandlers, offerItemHandlers, priceHandlers],
  objects: { off: (ids, { offers }) => offers.many(ids), prc: (ids, { prices }) => prices.many(ids) },
  used: { offers_limit_reached: ({ offers }, most) => offers.standing(most) },
  naming: {
    crs: (id, { offerItems }) => offerItems.naming(id),
    fil: (id, { offers }) => offers.showing(id),
    grp: (id, { offerItems }) => offerItems.naming(id),
    wbn: (id, { offerItems }) => offerItems.naming(id),
  },
})
